/**
 * What the references are given, and how they say where they can be trusted.
 *
 * @module
 */

/** A request in decoded text, with its query still as sent (RFC 5849 3.4.1.3.1: the three sources of parameters). */
export interface ReferenceRequest {
  readonly method: string;
  readonly url: string;
  readonly form?: readonly (readonly [string, string])[];
  readonly protocolParameters: readonly (readonly [string, string])[];
  readonly realm?: string;
}

/** One named limit of a reference: outside it, its answer is not evidence. */
export interface DomainLimit<Input> {
  readonly name: string;
  readonly reason: string;
  readonly outside: (input: Input) => boolean;
}

/** The names of the limits that put this input outside the domain; empty when the reference may be believed. */
export function namesOutside<Input>(domain: readonly DomainLimit<Input>[], input: Input): string[] {
  return domain.filter((limit) => limit.outside(input)).map((limit) => limit.name);
}
