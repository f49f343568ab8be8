import { describe, expect, test } from "vitest";
import { cut, visible } from "../../src/redaction/visible.ts";

describe("visible text", () => {
  test("leaves what can be seen as it is", () => {
    expect(visible("é ✓ 你好 😀 ~% ## [x] #[")).toBe("é ✓ 你好 😀 ~% ## [x] #[");
  });

  test("escapes a lone surrogate, which has no UTF-8 to be written with", () => {
    expect(visible("a\ud800b")).toBe("a\\u{d800}b");
  });

  test.each(["##[error]", "##vso[task]", "##teamcity[x"])(
    "breaks %s, which the log of a CI obeys anywhere",
    (command) => {
      expect(visible(`x ${command}`)).toBe(`x ${command.replace("##", "#\\x23")}`);
    },
  );
});

describe("text that begins as a command of a workflow", () => {
  test("is broken, whatever white space is before it", () => {
    expect(visible("::error::x")).toBe("\\x3a:error::x");
    expect(visible(" \u00a0\u3000::error::x")).toBe(" \\xa0\\u{3000}\\x3a:error::x");
  });

  test("is not the beginning of an IPv6 address", () => {
    for (const address of ["::1", "::ffff:127.0.0.1", "::1%eth0", "::ffff:7f00:1"])
      expect(visible(address)).toBe(address);
    for (const command of ["::add::x", "::add-mask::x", "::dead beef::x"]) {
      expect(visible(command)).toBe(`\\x3a${command.slice(1)}`);
    }
  });

  test("stays what it is within a line", () => {
    expect(visible("http://[::1]/")).toBe("http://[::1]/");
  });
});

describe("a cut text", () => {
  test("has an ellipsis, and no half of a character", () => {
    expect(cut("abc", 3)).toBe("abc");
    expect(cut("abcd", 3)).toBe("abc…");
    expect(cut("ab😀d", 3)).toBe("ab…");
  });
});
