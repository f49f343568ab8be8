/** A signed form post in C# for .NET 6 or later, with the usual implicit usings. */

import { utf16Literal as text } from "./literals.ts";
import { type SnippetInput, secretVariable } from "./snippet-input.ts";

export function csharpSnippet(input: SnippetInput): string {
  const { isRsa } = input;
  const secret = `Environment.GetEnvironmentVariable("${secretVariable(input)}")!`;
  const signature = isRsa
    ? `using var rsa = RSA.Create();
rsa.ImportFromPem(File.ReadAllText(${secret}));
var octets = rsa.SignData(Encoding.ASCII.GetBytes(baseString), HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);`
    : `var key = Encode(${secret}) + "&";
using var hmac = new HMACSHA1(Encoding.ASCII.GetBytes(key));
var octets = hmac.ComputeHash(Encoding.ASCII.GetBytes(baseString));`;
  return `using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;

var url = ${text(input.url)};
var form = new List<(string Name, string Value)>
{
${input.form.map(([name, value]) => `    (${text(name)}, ${text(value)}),\n`).join("")}};
var protocol = new List<(string Name, string Value)>
{
    ("oauth_consumer_key", ${text(input.consumerKey)}),
    ("oauth_nonce", Convert.ToHexString(RandomNumberGenerator.GetBytes(16))),
    ("oauth_signature_method", "${isRsa ? "RSA-SHA256" : "HMAC-SHA1"}"),
    ("oauth_timestamp", DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString()),
    ("oauth_version", "1.0"),
};
var parameters = Join(EncodePairs(form.Concat(protocol))
    .OrderBy(pair => pair.Name, StringComparer.Ordinal).ThenBy(pair => pair.Value, StringComparer.Ordinal));
var baseString = "POST&" + Encode(url) + "&" + Encode(parameters);
${signature}
var signed = protocol.Append(("oauth_signature", Convert.ToBase64String(octets)));
var header = ${text(input.headerStart)}
    + string.Join(", ", EncodePairs(signed).Select(pair => $"{pair.Name}=\\"{pair.Value}\\""));
var body = Join(EncodePairs(${input.repeatsInBody ? "form.Concat(protocol)" : "form"}));

using var client = new HttpClient();
using var request = new HttpRequestMessage(HttpMethod.Post, url);
request.Headers.TryAddWithoutValidation("Authorization", header);
request.Content = new ByteArrayContent(Encoding.ASCII.GetBytes(body));
request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(${text(input.contentType)});
using var response = await client.SendAsync(request);
Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");

// EscapeDataString is the encoding of RFC 5849 3.6.
static string Encode(string value) => Uri.EscapeDataString(value);

static IEnumerable<(string Name, string Value)> EncodePairs(IEnumerable<(string Name, string Value)> pairs) =>
    pairs.Select(pair => (Encode(pair.Name), Encode(pair.Value)));

static string Join(IEnumerable<(string Name, string Value)> pairs) =>
    string.Join("&", pairs.Select(pair => $"{pair.Name}={pair.Value}"));
`;
}
