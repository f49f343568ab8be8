/**
 * Characters and octets: what is signed, what is checked and what is handed on are the same, whatever a platform makes
 * of the octets of a header.
 */

import { describe, expect, test } from "vitest";
import { INVISIBLE, OBEYED } from "../edge-cases.ts";
import { FORM, SECRET, signedRequest } from "../signed-request.ts";
import { authorizationOf, codeOf, rejectionOf, verdictOn, withHeaders } from "./requests.ts";

/** All characters with the same low octet, one for each 256 of them. */
function lookAlikes(character: string): string[] {
  const low = character.charCodeAt(0);
  return [1, 2, 3, 4, 0x1e, 0x21, 0x4e, 0xff].map((high) => String.fromCharCode(high * 256 + low));
}

describe("a header with characters beyond one octet", () => {
  const request = signedRequest({ protocol: { oauth_token: null, oauth_body_hash: "hash" } });
  const header = authorizationOf(request);

  test("is read if nothing was changed", async () => {
    expect(await codeOf(signedRequest())).toBe("accepted");
  });

  /** @param characters those to try in a place */
  async function expectRejected(characters: (all: readonly string[], at: number) => readonly string[]): Promise<void> {
    const plain = signedRequest();
    const authorization = authorizationOf(plain);
    for (let at = "OAuth ".length; at < authorization.length; at++) {
      for (const character of characters(lookAlikes(authorization[at]!), at)) {
        const changed = authorization.slice(0, at) + character + authorization.slice(at + 1);
        const code = await codeOf(withHeaders(plain, { authorization: changed }));
        if (code === "accepted") expect.unreachable(`${JSON.stringify(character)} at ${at} is accepted`);
      }
    }
  }

  test("is rejected wherever its low octet is an ASCII character", () =>
    expectRejected((all, at) => [all[at % all.length]!]));

  test("is rejected wherever its low octet is an ASCII character, whichever it is", { tags: ["deep"] }, () =>
    expectRejected((all) => all),
  );

  test("is rejected in the name of each protocol parameter", async () => {
    for (const name of header.match(/oauth_\w+(?==)/g)!) {
      const authorization = header.replace(name, `\u016f${name.slice(1)}`);
      expect(await codeOf(withHeaders(request, { authorization }))).toBe("authorization-malformed");
    }
  });

  test("is rejected instead of an escape, a quote or an equals sign", async () => {
    for (const [meant, sent] of [
      ["%", "\u0125"],
      ['"', "\u0122"],
      ["=", "\u013d"],
    ] as const) {
      const authorization = authorizationOf(signedRequest()).replace(meant, sent);
      expect(await codeOf(withHeaders(signedRequest(), { authorization }))).toBe("authorization-malformed");
    }
  });

  test("may be in the realm, which the signature does not cover", async () => {
    const authorization = authorizationOf(signedRequest()).replace(
      "OAuth ",
      'OAuth realm="\u0161 \ud83d\ude00 \u00e9", ',
    );
    expect(await codeOf(withHeaders(signedRequest(), { authorization }))).toBe("accepted");
  });
});

describe("a form in windows-1252, also called iso-8859-1", () => {
  test("returns a character for each signed octet, including the first", async () => {
    const octets = Array.from({ length: 256 }, (_, octet) => `%${octet.toString(16).toUpperCase().padStart(2, "0")}`);
    const form = `%FFoauth_token=victim&q=%FFes&${octets.map((octet) => `v=${octet}x`).join("&")}`;
    const request = signedRequest({ form, contentType: `${FORM}; charset=iso-8859-1` });
    const verdict = await verdictOn(request);
    const body = verdict.accepted ? verdict.parameters.filter(({ origin }) => origin === "body") : [];
    expect(body.slice(0, 2).map(({ name, value }) => [name, value])).toEqual([
      ["\u00ffoauth_token", "victim"],
      ["q", "\u00ffes"],
    ]);
    const values = body.slice(2).map(({ value }) => value);
    expect(values).toHaveLength(256);
    expect(new Set(values).size).toBe(256);
    for (const value of values) expect(value).toHaveLength(2);
    expect([0x7f, 0x80, 0x81, 0x9f, 0xa0].map((octet) => values[octet])).toEqual(
      ["\u007f", "\u20ac", "\u0081", "\u0178", "\u00a0"].map((character) => `${character}x`),
    );
    expect(values[0xe9]).toBe("\u00e9x");
  });
});

describe("a verifier", () => {
  test("takes a stored key that is an object with getters, as of some database libraries", async () => {
    class Row {
      get consumerSecret(): string {
        return SECRET;
      }
    }
    expect(await codeOf(signedRequest(), { credentials: () => new Row() })).toBe("accepted");
  });

  test("writes no character into a message that hides or reorders text", async () => {
    for (const character of [...OBEYED, ...INVISIBLE]) {
      const { message } = await rejectionOf(signedRequest({ protocol: { oauth_version: `1${character}` } }));
      expect(message).not.toContain(character);
      expect(message).toContain("\\u");
    }
  });
});
