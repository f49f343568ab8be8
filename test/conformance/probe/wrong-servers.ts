/** All wrong servers: those of the tables in faulty/, and those that careless/ has written out. */

import { CARELESS_SERVERS } from "./careless/index.ts";
import { ADDRESSES } from "./faulty/addresses.ts";
import { KEYS_AND_SIGNATURES } from "./faulty/keys-and-signatures.ts";
import { NONCES_AND_TIME } from "./faulty/nonces-and-time.ts";
import { PARAMETERS } from "./faulty/parameters.ts";
import { PROTOCOL_PARAMETERS } from "./faulty/protocol-parameters.ts";
import { type WrongServer, wrongServer } from "./wrong-server.ts";

const MISTAKES = [NONCES_AND_TIME, KEYS_AND_SIGNATURES, ADDRESSES, PARAMETERS, PROTOCOL_PARAMETERS].flat();

export const WRONG_SERVERS: readonly WrongServer[] = [...MISTAKES.map(wrongServer), ...CARELESS_SERVERS];
