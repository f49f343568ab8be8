/**
 * Drivers: the contract and its transports.
 *
 * @module
 */

export { brokenDriver } from "./broken.ts";
export { type Driver, DriverBrokenError, type DriverTrouble, type Hello } from "./contract.ts";
export { type DoctorCheck, type DoctorReport, runDoctor } from "./doctor/run-doctor.ts";
export { featureIn } from "./features.ts";
export { type Implementation, inProcessDriver, Refusal } from "./in-process.ts";
export { openModule } from "./module.ts";
export { type DriverOptions, openDriver } from "./open-driver.ts";
export { sideBySide } from "./side-by-side.ts";
