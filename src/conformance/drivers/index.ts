/** Drivers: the contract between the runner and an implementation, and the ways to ask one. */

export { adaptTo } from "./adapt.ts";
export {
  type Declared,
  type Driver,
  DriverBrokenError,
  type DriverProblem,
  type Hello,
  signatureMethodsOf,
} from "./contract.ts";
export { undeclared } from "./declared.ts";
export { type DoctorCheck, type DoctorReport, runDoctor } from "./doctor/run-doctor.ts";
export { FEATURE_NAMES, featuresIn } from "./features.ts";
export { type Implementation, type InProcessDriver, inProcessDriver, Refusal } from "./in-process.ts";
export { openModule } from "./module.ts";
export { objectDriver } from "./object-driver.ts";
export { brokenDriver, DRIVER_DEFAULTS, type DriverOptions, openDriver } from "./open-driver.ts";
export { type ProcessEnd, type ProcessGroup, startGroup } from "./process-group.ts";
export { sideBySide } from "./side-by-side.ts";
export { signerInput } from "./signer-input.ts";
