/** Undocumented faults of collecting parameters: some left out, or signed twice (RFC 5849 3.4.1.3.1). */

import { type Parameter, sameOctets } from "../../model/index.ts";
import type { FaultDefinition, StageChange } from "../fault.ts";
import { faultInForms } from "../helpers/forms.ts";
import { changeParameters, dropParameters, isProtocol } from "../helpers/stage-changes.ts";
import { post } from "../helpers/trigger-requests.ts";

type One = Parameter<Uint8Array>;

const isOwn = (one: One): boolean => !isProtocol(one);

/** Signs matching parameters a second time. */
const repeat = (isRepeated: (one: One) => boolean): StageChange =>
  changeParameters((parameters) => [...parameters, ...parameters.filter(isRepeated)]);

/** Leaves out one of the application's own parameters by its place. */
const dropAt = (at: number): StageChange =>
  changeParameters((parameters) => {
    const dropped = parameters.filter(isOwn).at(at);
    return parameters.filter((one) => one !== dropped);
  });

const SIGN_ALL = "Sign every parameter of the query, the form and the header, except oauth_signature and realm.";

export const UNDOCUMENTED_COLLECTION_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "group-left-out",
      title: "A group of parameters not signed",
      trigger: post([["b", "2"]]),
      fix: SIGN_ALL,
    },
    [
      ["own", "The client signs only the protocol parameters.", dropParameters(isOwn)],
      [
        "protocol",
        "The client signs only its own parameters, not the protocol parameters.",
        dropParameters(isProtocol),
      ],
    ],
  ),
  faultInForms(
    {
      id: "parameter-lost",
      title: "A single parameter not signed",
      trigger: "/r?a=1&b=2",
      fix: SIGN_ALL,
    },
    [
      ["first", "The client does not sign the first of its own parameters.", dropAt(0)],
      ["last", "The client does not sign the last of its own parameters.", dropAt(-1)],
      [
        "empty-name",
        "The client does not sign parameters with an empty name.",
        dropParameters((one) => one.name.length === 0),
      ],
      [
        "repeated-names",
        "The client does not sign parameters whose names are repeated.",
        changeParameters((all) =>
          all.filter((one) => isProtocol(one) || all.filter(({ name }) => sameOctets(name, one.name)).length === 1),
        ),
      ],
    ],
  ),
  faultInForms(
    {
      id: "parameters-signed-twice",
      title: "Parameters signed twice",
      trigger: "/r?a=1",
      fix: "Sign exactly the parameters that you send.",
    },
    [
      ["query", "The client signs the parameters of the query twice.", repeat(({ origin }) => origin === "query")],
      [
        "form",
        "The client signs the parameters of the form twice.",
        repeat((one) => one.origin === "body" && isOwn(one)),
      ],
      ["protocol", "The client signs the protocol parameters twice.", repeat(isProtocol)],
    ],
  ),
];
