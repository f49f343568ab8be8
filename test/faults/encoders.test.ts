import { describe, expect, test } from "vitest";
import { encodeWith, PLACES } from "../../src/faults/encoding/encoder-changes.ts";
import { allFaults } from "../../src/faults/index.ts";
import { type SigningInput, type Stages, specification, trace } from "../../src/model/index.ts";
import { latin1Octets, utf8Octets } from "../../src/platform/index.ts";

const ALL = allFaults();
const VARIANTS = ALL.flatMap(({ id, what, apply, variants = [] }) => [
  { id, what, apply, languages: [] as readonly string[] },
  ...variants.map((variant) => ({ id, what, languages: [] as readonly string[], ...variant })),
]);

/** What the stages of a variant encode a text as. A text of Latin-1 after "octets:" stands for octets. */
function encodedBy(isMeant: (variant: (typeof VARIANTS)[number]) => boolean, text: string): string {
  const found = VARIANTS.find(isMeant);
  expect(found).toBeDefined();
  const octets = text.startsWith("octets:") ? latin1Octets(text.slice("octets:".length)) : utf8Octets(text);
  return found!.apply(specification).percentEncode(octets);
}

describe("a named encoder", () => {
  test.each([
    ["Java URLEncoder", "a b*~é", "a+b*%7E%C3%A9"],
    ["JavaScript URLSearchParams", "a b*~'", "a+b*%7E%27"],
    ["PHP urlencode", "a b*~", "a+b%2A%7E"],
    ["C# WebUtility.UrlEncode", "a b!*()'~é", "a+b!*()%27%7E%C3%A9"],
    ["C# HttpUtility.UrlEncode", "a b!*()'~é/", "a+b!*()%27%7e%c3%a9%2f"],
    ["C# HttpUtility.UrlEncode before .NET 4", "'/", "'%2f"],
    ["JavaScript jQuery.param", "a b!'()*~", "a+b!'()*~"],
    ["JavaScript axios", "a b:$,[]@", "a+b:$,%5B%5D%40"],
    ["JavaScript axios before 1.0", "a b:$,[]@", "a+b:$,[]%40"],
    ["JavaScript AngularJS $http", "a b:$,@;/", "a+b:$,@;%2F"],
    ["Common Lisp drakma:url-encode", "a b$!,~", "a+b$!,%7E"],
    ["VBScript Server.URLEncode", "a-b.c_d~ ", "a%2Db%2Ec%5Fd%7E+"],
    ["C# WebUtility.UrlEncode corrected for spaces", "a b!~", "a%20b!%7E"],
    ["Java URLEncoder corrected for spaces", "a b*~", "a%20b*%7E"],
    ["JavaScript encodeURI", "a b;/?:@&=+$,#[]%", "a%20b;/?:@&=+$,#%5B%5D%25"],
    ["C# Uri.EscapeUriString", "#[]'", "#[]'"],
    ["Ruby URI.escape", "#[]'", "%23[]'"],
    ["Swift urlQueryAllowed", "!$&'()*+,-./:;=?@_~#[]", "!$&'()*+,-./:;=?@_~%23%5B%5D"],
    ["Swift urlHostAllowed", "!$&[]/:@?", "!$&[]%2F:%40%3F"],
    ["Swift urlPathAllowed", "/:;=@?", "/:%3B=@%3F"],
    ["Swift urlUserAllowed", "/:;=@?", "%2F%3A;=%40%3F"],
    ["Java Guava urlPathSegmentEscaper", "/:;=@?", "%2F:;=@%3F"],
    ["Java Spring encodeQueryParam", "/:;=@?&", "/:;%3D@?%26"],
    ["Go url.PathEscape", "$&+=:@!*", "$&+=:@%21%2A"],
    ["PL/SQL UTL_URL.ESCAPE", "/:;=@?&#", "/:;=@?&%23"],
    ["Python quote before 3.7", "a/b~", "a/b%7E"],
    ["Swift Alamofire", "/?:", "/?%3A"],
    ["Python yarl", "/?:@&", "/?:@%26"],
    ["ColdFusion URLEncodedFormat", "a-b.c_d~ ", "a%2Db%2Ec%5Fd%7E%20"],
    ["Lua socket.url.escape", "a-b.c_d~/", "a%2db%2ec_d%7e%2f"],
  ])("%s encodes %j as %j", (name, text, encoded) => {
    expect(encodedBy(({ languages }) => languages.includes(name), text)).toBe(encoded);
  });

  test("is a form of the fault that it shows first, and says all that it does", () => {
    const java = VARIANTS.find(({ languages }) => languages.includes("Java URLEncoder"))!;
    expect(java.id).toBe("space-as-plus");
    expect(java.what).toBe(
      "The client uses an encoder such as Java URLEncoder, which writes a space as +, leaves * unencoded and escapes ~ too.",
    );
  });
});

describe("a wrong encoder", () => {
  test.each([
    ["The client writes a question mark for each octet that is not ASCII.", "é", "%3F%3F"],
    ["The client writes a question mark for each character that is not ASCII.", "é😀", "%3F%3F"],
    ["The client writes a question mark for each UTF-16 code unit that is not ASCII.", "é😀", "%3F%3F%3F"],
    ["The client normalises text to NFKC before signing, but sends it unchanged.", "ﬁ", "fi"],
    ["The client escapes only & and =.", "a b&c=d/é%", "a b%26c%3Dd/%C3%A9%"],
    ["The client escapes only what a URL cannot contain.", "a b[/%", "a%20b[/%"],
    ["The client escapes letters and digits too.", "aj-0", "%61%6A%2D%30"],
    ["The client escapes letters and digits too, in lower-case hex digits.", "aj-/", "%61%6a%2d%2f"],

    ["The client escapes the number of a character, such as %20AC for the euro sign.", "é€/", "%E9%20AC%2F"],

    ["The client encodes text in windows-1252 instead of UTF-8.", "é€中", "%E9%80%3F"],
    ["The client encodes text in windows-1251 instead of UTF-8.", "й", "%E9"],
    ["The client encodes text in koi8-r instead of UTF-8.", "и", "%C9"],
    ["The client encodes text in iso-8859-15 instead of UTF-8.", "€", "%A4"],
    ["The client encodes text in gbk instead of UTF-8.", "你", "%C4%E3"],
    ["The client encodes text in shift_jis instead of UTF-8.", "あｱ", "%82%A0%B1"],
    ["The client encodes text in big5 instead of UTF-8.", "日", "%A4%E9"],
    ["The client encodes text in euc-kr instead of UTF-8.", "한", "%C7%D1"],
    ["The client encodes text in euc-jp instead of UTF-8.", "日", "%C6%FC"],

    ["The client encodes text as UTF-8 twice, so é becomes %C3%83%C2%A9.", "é", "%C3%83%C2%A9"],
    ["The client reads UTF-8 as windows-1252 and encodes it as UTF-8 again.", "€", "%C3%A2%E2%80%9A%C2%AC"],
    ["The client signs text as UTF-8 but sends it encoded as UTF-8 twice.", "Ã©", "%C3%A9"],
    ["The client encodes text in code page 437 instead of UTF-8.", "üß😀", "%81%E1%3F"],

    ["The client escapes only spaces and non-ASCII characters, in lower-case hex digits.", "[a] é", "[a]%20%c3%a9"],
  ])("%s", (what, text, encoded) => {
    expect(encodedBy((variant) => variant.what === what, text)).toBe(encoded);
  });

  test("of surrogates writes three octets for each of the two", () => {
    expect(encodedBy(({ id }) => id === "cesu8-surrogates", "é😀")).toBe("%C3%A9%ED%A0%BD%ED%B8%80");
  });

  test.each([
    ["latin1-octets", "Ã©", "%C3%83%C2%A9"],
    ["latin1-octets", "octets:\xe9", "%E9"],
    ["percent-u-escape", "octets:\xe9", "%E9"],
    ["utf8-sent-twice", "é", "%C3%A9"],
  ])("%s leaves %j alone", (id, text, encoded) => {
    for (const variant of VARIANTS.filter((one) => one.id === id)) {
      expect(encodedBy((one) => one === variant, text)).toBe(encoded);
    }
  });
});

describe("a place", () => {
  const request: SigningInput = {
    method: "GET",
    url: "https://example.com/r?a%20b=c%20d",
    protocolParameters: [["oauth_nonce", "n n"]],
    signatureMethod: "HMAC-SHA1",
    consumerSecret: "s s",
  };

  /** Parameter string, base string and key with a wrong encoder in a place. */
  function signedIn(place: string): { parameterString: string; baseString: string; key: string } {
    const [, , use] = PLACES.find(([, words]) => words === place)!;
    const apply = use(encodeWith({ space: "+" }));
    const { parameterString, baseString, key = "" } = trace(request, apply(specification as Stages));
    return { parameterString, baseString: baseString.slice("GET&https%3A%2F%2Fexample.com%2Fr&".length), key };
  }

  test.each([
    ["", "a+b=c+d&oauth_nonce=n+n", "s+s&"],
    [" in names and values", "a+b=c+d&oauth_nonce=n+n", "s%20s&"],
    [" in values only", "a%20b=c+d&oauth_nonce=n+n", "s%20s&"],
    [" in the application's own parameters only", "a+b=c+d&oauth_nonce=n%20n", "s%20s&"],
  ])("%j is where the wrong encoder is used, and nowhere else", (place, parameterString, key) => {
    expect(signedIn(place)).toMatchObject({ parameterString, key });
  });
});
