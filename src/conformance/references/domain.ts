/**
 * How a reference says where it can be trusted.
 *
 * @module
 */

/** One named limit of a reference: outside it, its answer is not evidence. */
export interface DomainLimit<Input> {
  readonly name: string;
  readonly reason: string;
  readonly outside: (input: Input) => boolean;
}

/** The names of the limits that put this input outside the domain; `undefined` where the reference can be trusted. */
export function outsideDomain<Input>(domain: readonly DomainLimit<Input>[], input: Input): string | undefined {
  const names = domain.filter((limit) => limit.outside(input)).map((limit) => limit.name);
  return names.length === 0 ? undefined : names.join(", ");
}
