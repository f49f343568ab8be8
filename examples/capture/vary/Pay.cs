// Sends a payment without a library: mono Pay.exe 10.42 "two shirts" (mcs -r:System.Net.Http.dll Pay.cs)
using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;

static class Pay
{
    const string Unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

    static string Encode(string text)
    {
        return string.Concat(Encoding.UTF8.GetBytes(text).Select(octet =>
            Unreserved.IndexOf((char)octet) >= 0 ? ((char)octet).ToString() : "%" + octet.ToString("X2")));
    }

    static string Join(IEnumerable<KeyValuePair<string, string>> pairs)
    {
        return string.Join("&", pairs.Select(pair => Encode(pair.Key) + "=" + Encode(pair.Value)));
    }

    static int Main(string[] given)
    {
        var url = Environment.GetEnvironmentVariable("COUNTERSIGN_URL") + "/pay";
        var form = new Dictionary<string, string> { ["amount"] = given[0], ["note"] = given[1] };
        var seconds = (long)(DateTime.UtcNow - new DateTime(1970, 1, 1)).TotalSeconds;
        var oauth = new Dictionary<string, string>
        {
            ["oauth_consumer_key"] = Environment.GetEnvironmentVariable("COUNTERSIGN_CONSUMER_KEY"),
            ["oauth_nonce"] = Guid.NewGuid().ToString("N"),
            ["oauth_signature_method"] = "HMAC-SHA1",
            ["oauth_timestamp"] = seconds.ToString(),
            ["oauth_version"] = "1.0",
        };
        var parameters = Join(form.Concat(oauth).OrderBy(pair => pair.Key, StringComparer.Ordinal));
        var text = "POST&" + Encode(url) + "&" + Encode(parameters);
        var key = Encode(Environment.GetEnvironmentVariable("COUNTERSIGN_CONSUMER_SECRET")) + "&";
        using (var hmac = new HMACSHA1(Encoding.ASCII.GetBytes(key)))
            oauth["oauth_signature"] = Convert.ToBase64String(hmac.ComputeHash(Encoding.ASCII.GetBytes(text)));
        var header = string.Join(", ", oauth.Select(pair => pair.Key + "=\"" + Encode(pair.Value) + "\""));
        var request = new HttpRequestMessage(HttpMethod.Post, url);
        request.Headers.TryAddWithoutValidation("Authorization", "OAuth " + header);
        request.Content = new StringContent(Join(form), Encoding.ASCII, "application/x-www-form-urlencoded");
        using (var client = new HttpClient()) return client.SendAsync(request).Result.IsSuccessStatusCode ? 0 : 1;
    }
}
