using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;
using Pair = System.Collections.Generic.KeyValuePair<string, string>;

/// <summary>
/// A client for a card gateway that signs with OAuth 1.0 (RFC 5849): HMAC-SHA1 for v2, RSA-SHA256 for v4.
/// It needs .NET 5 or later, .NET Framework 4.7 or Mono (mcs -r:System.Net.Http.dll Gateway.cs).
///
///     Gateway create-card-ref CLIENT_ORDERID ORDERID
///     Gateway status CLIENT_ORDERID [ORDERID]
///     Gateway post OPERATION NAME=VALUE...    such as: post v4/payout client-order-id=1 amount=10.42 currency=EUR
///     Gateway callback QUERY                  verifies the query of a callback
///
/// Environment: GATEWAY_URL, such as https://sandbox.example.com/processing/api, GATEWAY_LOGIN, GATEWAY_CONTROL_KEY,
/// GATEWAY_PRIVATE_KEY_FILE (PEM in the format PKCS#8) and GATEWAY_ENDPOINT.
/// </summary>
public static class Gateway
{
    /// <summary>The gateway reported an error, or a callback is not the gateway's.</summary>
    class GatewayException : Exception
    {
        public GatewayException(string message) : base(message) { }
    }

    static string Setting(string name)
    {
        return Environment.GetEnvironmentVariable(name) ?? throw new GatewayException(name + " is not set");
    }

    /// <summary>Percent-encodes all but letters, digits and - . _ ~ (RFC 5849 3.6).</summary>
    static string Encode(string text)
    {
        const string unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
        return string.Concat(Encoding.UTF8.GetBytes(text).Select(octet =>
            unreserved.IndexOf((char)octet) >= 0 ? ((char)octet).ToString() : "%" + octet.ToString("X2")));
    }

    static IEnumerable<Pair> Encode(IEnumerable<Pair> pairs)
    {
        return pairs.Select(pair => new Pair(Encode(pair.Key), Encode(pair.Value)));
    }

    static string Join(IEnumerable<Pair> pairs)
    {
        return string.Join("&", pairs.Select(pair => pair.Key + "=" + pair.Value));
    }

    static Pair SplitPair(string text)
    {
        var parts = text.Split(new[] { '=' }, 2);
        return new Pair(parts[0], parts.Length == 1 ? "" : parts[1]);
    }

    static IEnumerable<Pair> DecodeForm(string text)
    {
        return text.Split('&').Select(SplitPair)
            .Select(pair => new Pair(WebUtility.UrlDecode(pair.Key), WebUtility.UrlDecode(pair.Value)));
    }

    static string Sign(bool isHmac, string baseString)
    {
        var octets = Encoding.UTF8.GetBytes(baseString);
        if (isHmac)
        {
            // There is no token, so the key ends in an ampersand.
            using (var hmac = new HMACSHA1(Encoding.UTF8.GetBytes(Encode(Setting("GATEWAY_CONTROL_KEY")) + "&")))
            {
                return Convert.ToBase64String(hmac.ComputeHash(octets));
            }
        }
        using (var rsa = RSA.Create())
        {
            ReadPrivateKey(rsa, File.ReadAllText(Setting("GATEWAY_PRIVATE_KEY_FILE")));
            return Convert.ToBase64String(rsa.SignData(octets, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1));
        }
    }

#if NET5_0_OR_GREATER
    static void ReadPrivateKey(RSA rsa, string pem)
    {
        rsa.ImportFromPem(pem);
    }
#else
    /// <summary>PKCS#8 has a version, an algorithm and, in an octet string, the eight numbers of the key.</summary>
    static void ReadPrivateKey(RSA rsa, string pem)
    {
        const string begin = "-----BEGIN PRIVATE KEY-----";
        var start = pem.IndexOf(begin, StringComparison.Ordinal);
        if (start < 0) throw new GatewayException("the private key is not PKCS#8: convert it with openssl pkcs8 -topk8 -nocrypt");
        start += begin.Length;
        var end = pem.IndexOf("-----END", start, StringComparison.Ordinal);
        var outer = new Asn1(new Asn1(Convert.FromBase64String(pem.Substring(start, end - start))).Next());
        outer.Next();
        outer.Next();
        var numbers = new Asn1(new Asn1(outer.Next()).Next());
        numbers.Next();
        var key = new RSAParameters { Modulus = numbers.Integer(), Exponent = numbers.Integer() };
        // .NET wants each number in its full length.
        int size = key.Modulus.Length, half = (size + 1) / 2;
        key.D = numbers.Integer(size);
        key.P = numbers.Integer(half);
        key.Q = numbers.Integer(half);
        key.DP = numbers.Integer(half);
        key.DQ = numbers.Integer(half);
        key.InverseQ = numbers.Integer(half);
        rsa.ImportParameters(key);
    }

    /// <summary>Reads values of DER, one after the other.</summary>
    class Asn1
    {
        readonly byte[] octets;
        int position;

        public Asn1(byte[] octets) { this.octets = octets; }

        public byte[] Next()
        {
            position++; // the type
            int length = octets[position++];
            if (length >= 0x80)
            {
                var count = length - 0x80;
                for (length = 0; count > 0; count--) length = length * 256 + octets[position++];
            }
            position += length;
            return octets.Skip(position - length).Take(length).ToArray();
        }

        public byte[] Integer(int size = 0)
        {
            var digits = Next().SkipWhile(octet => octet == 0).ToArray();
            return new byte[Math.Max(0, size - digits.Length)].Concat(digits).ToArray();
        }
    }
#endif

    /// <summary>Sends a signed form and returns the fields of the answer.</summary>
    static async Task<List<Pair>> Post(string operation, List<Pair> form)
    {
        var url = Setting("GATEWAY_URL") + "/" + operation + "/" + Setting("GATEWAY_ENDPOINT");
        var isHmac = operation.StartsWith("v2/", StringComparison.Ordinal);
        var protocol = new List<Pair>
        {
            new Pair("oauth_consumer_key", Setting("GATEWAY_LOGIN")),
            new Pair("oauth_nonce", Nonce()),
            new Pair("oauth_signature_method", isHmac ? "HMAC-SHA1" : "RSA-SHA256"),
            new Pair("oauth_timestamp", DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString()),
            new Pair("oauth_version", "1.0"),
        };
        // Sorted by encoded name, then by encoded value (RFC 5849 3.4.1.3.2). A culture would sort otherwise.
        var parameters = Join(Encode(form.Concat(protocol))
            .OrderBy(pair => pair.Key, StringComparer.Ordinal).ThenBy(pair => pair.Value, StringComparer.Ordinal));
        var signature = Sign(isHmac, "POST&" + Encode(url) + "&" + Encode(parameters));
        var header = Encode(protocol.Concat(new[] { new Pair("oauth_signature", signature) }));
        var fields = string.Join(", ", header.Select(pair => pair.Key + "=\"" + pair.Value + "\""));
        // For HMAC-SHA1 the gateway's documents have an empty realm, and repeat the protocol parameters in the body.
        var body = Join(Encode(isHmac ? form.Concat(protocol) : form));
        var request = new HttpRequestMessage(HttpMethod.Post, url);
        request.Headers.TryAddWithoutValidation("Authorization", (isHmac ? "OAuth realm=\"\", " : "OAuth ") + fields);
        request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(body));
        request.Content.Headers.TryAddWithoutValidation("Content-Type", "application/x-www-form-urlencoded");
        // The signature is for one URL.
        using (var client = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false }))
        {
            client.Timeout = TimeSpan.FromSeconds(30);
            var response = await client.SendAsync(request);
            var text = Encoding.UTF8.GetString(await response.Content.ReadAsByteArrayAsync());
            return ReadAnswer((int)response.StatusCode, text);
        }
    }

    static string Nonce()
    {
        var octets = new byte[16];
        using (var random = RandomNumberGenerator.Create()) random.GetBytes(octets);
        return Hex(octets);
    }

    static string Hex(byte[] octets)
    {
        return string.Concat(octets.Select(octet => octet.ToString("x2")));
    }

    static List<Pair> ReadAnswer(int status, string text)
    {
        if (status == 401 || status == 403)
        {
            throw new GatewayException("HTTP " + status + ": the gateway rejects the signature, and does not say why");
        }
        if (status != 200) throw new GatewayException("HTTP " + status + ": " + text.Substring(0, Math.Min(200, text.Length)));
        // Each value ends in a line feed.
        var fields = DecodeForm(text).Select(pair => new Pair(pair.Key, pair.Value.Trim())).ToList();
        var type = Value(fields, "type");
        if (type != "validation-error" && type != "error") return fields;
        throw new GatewayException(type + " " + Value(fields, "error-code") + ": " + Value(fields, "error-message"));
    }

    /// <summary>The value of a field, or null.</summary>
    static string Value(IEnumerable<Pair> fields, string name)
    {
        return fields.FirstOrDefault(pair => pair.Key == name).Value;
    }

    static Task<List<Pair>> CreateCardRef(string clientOrderId, string orderId)
    {
        return Post("v4/create-card-ref", new List<Pair>
        {
            new Pair("client_orderid", clientOrderId),
            new Pair("orderid", orderId),
        });
    }

    static Task<List<Pair>> Status(string clientOrderId, string orderId = null)
    {
        var form = new List<Pair> { new Pair("login", Setting("GATEWAY_LOGIN")), new Pair("client_orderid", clientOrderId) };
        if (orderId != null) form.Add(new Pair("orderid", orderId));
        return Post("v4/status", form);
    }

    /// <summary>
    /// Returns the fields of a callback. The checksum covers status and both ids only: ask for the status to know more.
    /// </summary>
    static List<Pair> VerifyCallback(string query)
    {
        var fields = DecodeForm(query.TrimStart('?')).ToList();
        if (fields.GroupBy(pair => pair.Key).Any(group => group.Count() > 1))
        {
            throw new GatewayException("callback: a field is repeated");
        }
        foreach (var name in new[] { "status", "orderid", "merchant_order", "control" })
        {
            if (Value(fields, name) == null) throw new GatewayException("callback: there is no " + name);
        }
        var text = Value(fields, "status") + Value(fields, "orderid") + Value(fields, "merchant_order")
            + Setting("GATEWAY_CONTROL_KEY");
        using (var sha1 = SHA1.Create())
        {
            var expected = Hex(sha1.ComputeHash(Encoding.UTF8.GetBytes(text)));
            if (!AreEqual(expected, Value(fields, "control"))) throw new GatewayException("callback: control is wrong");
        }
        return fields;
    }

    /// <summary>It takes a time that does not depend on the characters.</summary>
    static bool AreEqual(string expected, string actual)
    {
        var difference = expected.Length ^ actual.Length;
        for (var i = 0; i < Math.Min(expected.Length, actual.Length); i++) difference |= expected[i] ^ actual[i];
        return difference == 0;
    }

    static async Task<List<Pair>> Run(string[] words)
    {
        var command = words.FirstOrDefault();
        if (command == "create-card-ref" && words.Length == 3) return await CreateCardRef(words[1], words[2]);
        if (command == "status" && words.Length == 2) return await Status(words[1]);
        if (command == "status" && words.Length == 3) return await Status(words[1], words[2]);
        if (command == "callback" && words.Length == 2) return VerifyCallback(words[1]);
        if (command == "post" && words.Length > 1) return await Post(words[1], words.Skip(2).Select(SplitPair).ToList());
        throw new GatewayException("usage: Gateway create-card-ref|status|post|callback ...");
    }

    public static int Main(string[] words)
    {
        Console.OutputEncoding = new UTF8Encoding(false);
        try
        {
            foreach (var field in Run(words).GetAwaiter().GetResult()) Console.WriteLine(field.Key + "=" + field.Value);
            return 0;
        }
        catch (GatewayException error)
        {
            Console.Error.WriteLine(error.Message);
            return 1;
        }
    }
}
