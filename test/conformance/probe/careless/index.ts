/**
 * Verifiers that share no code with the steps of the other wrong servers: written out as in a tutorial. Each has the mistake
 * that it names, and some have others too.
 */

import type { WrongServer } from "../wrong-server.ts";
import { CARELESS_ABOUT_PARAMETERS } from "./parameters.ts";
import { CARELESS_ABOUT_SIGNATURES } from "./signatures.ts";
import { CARELESS_ABOUT_TIME } from "./time-and-nonces.ts";

export const CARELESS_SERVERS: readonly WrongServer[] = [
  ...CARELESS_ABOUT_TIME,
  ...CARELESS_ABOUT_SIGNATURES,
  ...CARELESS_ABOUT_PARAMETERS,
];
