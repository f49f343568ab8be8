/** A signed form post in C# for .NET 6 or later, with the usual implicit usings. */

import { utf16Literal as text } from "./literals.ts";
import {
  declaredLists,
  listsInBody,
  type SnippetInput,
  secretVariable,
  signedLists,
  TOKEN_SECRET,
} from "./snippet-input.ts";

export function csharpSnippet(input: SnippetInput): string {
  const { isRsa, token, contentType, hash } = input;
  const secret = `Environment.GetEnvironmentVariable("${secretVariable(input)}")!`;
  const signature = isRsa
    ? `using var rsa = RSA.Create();
rsa.ImportFromPem(File.ReadAllText(${secret}));
var octets = rsa.SignData(Encoding.ASCII.GetBytes(baseString), HashAlgorithmName.SHA${hash}, RSASignaturePadding.Pkcs1);`
    : `var key = Encode(${secret}) + "&"${token === undefined ? "" : ` + Encode(Environment.GetEnvironmentVariable("${TOKEN_SECRET}")!)`};
using var hmac = new HMACSHA${hash}(Encoding.ASCII.GetBytes(key));
var octets = hmac.ComputeHash(Encoding.ASCII.GetBytes(baseString));`;
  const concat = ([first, ...rest]: readonly string[]): string =>
    first + rest.map((list) => `.Concat(${list})`).join("");
  const parts = listsInBody(input);
  const body = parts === undefined ? input.body && text(input.body) : `Join(EncodePairs(${concat(parts)}))`;
  const content = `var body = ${body};\n`;
  const send = `request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(body));
request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(${text(contentType ?? "")});
`;
  return `using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;

var url = ${text(input.url)};
${declaredLists(input)
  .map(
    ([list, pairs]) =>
      `var ${list} = new List<(string Name, string Value)>\n{\n${pairs.map(([name, value]) => `    (${text(name)}, ${text(value)}),\n`).join("")}};\n`,
  )
  .join("")}var protocol = new List<(string Name, string Value)>
{
    ("oauth_consumer_key", ${text(input.consumerKey)}),
    ("oauth_nonce", Convert.ToHexString(RandomNumberGenerator.GetBytes(16))),
    ("oauth_signature_method", "${input.signatureMethod}"),
    ("oauth_timestamp", DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString()),
${token === undefined ? "" : `    ("oauth_token", ${text(token)}),\n`}    ("oauth_version", "1.0"),
};
var parameters = Join(EncodePairs(${concat(signedLists(input))})
    .OrderBy(pair => pair.Name, StringComparer.Ordinal).ThenBy(pair => pair.Value, StringComparer.Ordinal));
var baseString = "${input.method}&" + Encode(url) + "&" + Encode(parameters);
${signature}
var signed = protocol.Append(("oauth_signature", Convert.ToBase64String(octets)));
var header = ${text(input.headerStart)}
    + string.Join(", ", EncodePairs(signed).Select(pair => $"{pair.Name}=\\"{pair.Value}\\""));
${body === undefined ? "" : content}
using var client = new HttpClient();
using var request = new HttpRequestMessage(new HttpMethod("${input.method}"), ${input.query.length === 0 ? "url" : 'url + "?" + Join(EncodePairs(query))'});
request.Headers.TryAddWithoutValidation("Authorization", header);
${body === undefined ? "" : send}using var response = await client.SendAsync(request);
Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");

// EscapeDataString is the encoding of RFC 5849 3.6.
static string Encode(string value) => Uri.EscapeDataString(value);

static IEnumerable<(string Name, string Value)> EncodePairs(IEnumerable<(string Name, string Value)> pairs) =>
    pairs.Select(pair => (Encode(pair.Name), Encode(pair.Value)));

static string Join(IEnumerable<(string Name, string Value)> pairs) =>
    string.Join("&", pairs.Select(pair => $"{pair.Name}={pair.Value}"));
`;
}
