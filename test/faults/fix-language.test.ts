import { describe, expect, test } from "vitest";
import { ENCODE } from "../../src/faults/helpers/correct-calls.ts";
import { FAULTS, faultOf, fixInLanguage, languageOfCommand, languageOfUserAgent } from "../../src/faults/index.ts";

const fix = { text: "Encode once.", calls: ENCODE };

describe("the code of a fix in one language", () => {
  test.each([
    ["Python", "Python"],
    ["python", "Python"],
    ["js", "JavaScript"],
    ["TypeScript", "JavaScript"],
    ["C#", "C#"],
    ["dotnet", "C#"],
    ["golang", "Go"],
    ["Java URLEncoder", "Java"],
  ])("is found for %s", (wanted, language) => {
    expect(fixInLanguage(fix, [wanted])).toEqual({ language, call: ENCODE[language] });
  });

  test("is that of the first language which the fix has code for", () => {
    expect(fixInLanguage(fix, ["COBOL", "Ruby", "Python"])?.language).toBe("Ruby");
  });

  test.each([["COBOL"], [""], ["constructor"], ["__proto__"], ["Java5cript"]])("is none for %j", (wanted) => {
    expect(fixInLanguage(fix, [wanted])).toBeUndefined();
  });

  test("is none without a language, and for a fix without code", () => {
    expect(fixInLanguage(fix, [])).toBeUndefined();
    expect(fixInLanguage(faultOf("path-decoded")!.fix, ["Python"])).toBeUndefined();
  });

  test("can be asked for by the name of each language that any fix has code for", () => {
    for (const { fix: one } of FAULTS) {
      for (const [language, call] of Object.entries(one.calls ?? {})) {
        expect(fixInLanguage(one, [language.toLowerCase()])).toEqual({ language, call });
      }
    }
  });
});

describe("the language of a client", () => {
  test.each([
    ["python-requests/2.31.0", "Python"],
    ["Python-urllib/3.11", "Python"],
    ["Python/3.11 aiohttp/3.9.1", "Python"],
    ["python-httpx/0.27.0", "Python"],
    ["okhttp/4.12.0", "Java"],
    ["Java/17.0.10", "Java"],
    ["Java-http-client/21", "Java"],
    ["Apache-HttpClient/4.5.14 (Java/11.0.20)", "Java"],
    ["Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8)", "Java"],
    ["ktor-client", "Kotlin"],
    ["GuzzleHttp/7", "PHP"],
    ["PHP/8.2.0", "PHP"],
    ["Symfony HttpClient (Curl)", "PHP"],
    ["Ruby", "Ruby"],
    ["Faraday v2.9.0", "Ruby"],
    ["Go-http-client/1.1", "Go"],
    ["axios/1.6.7", "JavaScript"],
    ["node-fetch/1.0 (+https://github.com/bitinn/node-fetch)", "JavaScript"],
    ["undici", "JavaScript"],
    ["node", "JavaScript"],
    ["Deno/1.40.0", "JavaScript"],
    ["Bun/1.0.26", "JavaScript"],
    ["PostmanRuntime/7.36.0", "JavaScript"],
    ["RestSharp/110.2.0.0", "C#"],
    ["Shop/1.0 (.NET/8.0)", "C#"],
    ["libwww-perl/6.72", "Perl"],
    ["Shop/12 CFNetwork/1490.0.4 Darwin/23.2.0", "Swift"],
    ["Dart/3.2 (dart:io)", "Dart"],
  ])("with the User-Agent %s is known", (text, language) => {
    expect(languageOfUserAgent(text)).toBe(language);
  });

  test.each([
    ["curl/8.5.0"],
    ["Mozilla/5.0 (compatible; MSIE 10.0; .NET CLR 3.5)"],
    ["Ruby's-Rings/1.0"],
    ["gopher/1.0"],
    ["constructor/1.0"],
    ["__proto__"],
    [""],
  ])("with the User-Agent %j is not guessed", (text) => {
    expect(languageOfUserAgent(text)).toBeUndefined();
  });

  test("is one that fixes have code for, if it is known", () => {
    for (const text of [
      "python",
      "okhttp",
      "ktor",
      "PHP",
      "Ruby",
      "Go-http-client",
      "node",
      ".NET",
      "libwww-perl",
      "Dart",
    ]) {
      expect(fixInLanguage(fix, [languageOfUserAgent(text)!])).toBeDefined();
    }
  });
});

describe("the language of a command", () => {
  test.each([
    [["python3", "driver.py"], "Python"],
    [["/usr/bin/php8.2", "client.php", "x"], "PHP"],
    [["npx", "tsx", "client.ts"], "JavaScript"],
    [["bundle", "exec", "client.rb"], "Ruby"],
    [["java", "-jar", "driver.jar"], "Java"],
    [["./driver"], undefined],
    [["./driver", "1", "2", "3", "python"], undefined],
  ])("%j is %s", (command, language) => {
    expect(languageOfCommand(command)).toBe(language);
  });
});
