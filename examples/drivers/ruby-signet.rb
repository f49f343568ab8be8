# The gem signet: Signet::OAuth1.sign_parameters, with chosen protocol parameters.
require "base64"
require "signet/oauth_1"
require "signet/version"
require_relative "driver"

def sign(question)
  asked, own = question.values_at("request", "credentials")
  protocol = [["oauth_consumer_key", own["consumerKey"]], ["oauth_signature_method", question["signatureMethod"]],
              ["oauth_timestamp", question["timestamp"]], ["oauth_nonce", question["nonce"]], ["oauth_version", question["version"]]]
  protocol << ["oauth_token", own["token"]] if own["token"]
  protocol.concat(question["protocolParameters"] || [])
  form = asked["form"] || []
  secret = own["consumerSecret"] || own["privateKey"]
  signature = Signet::OAuth1.sign_parameters(asked["method"], asked["url"], protocol + form, secret, own["tokenSecret"])
  base_string = Signet::OAuth1.generate_base_string(asked["method"], asked["url"], protocol + form)
  header = Signet::OAuth1.generate_authorization_header(protocol + [["oauth_signature", signature]], question["realm"])
  stages = question["signatureMethod"] == "PLAINTEXT" ? {} : { "base-string" => base_string }
  { authorization: header, body: form_body(asked), stages: stages }.compact
end

serve({ implementation: { name: "signet", version: Signet::VERSION, language: "Ruby", url: "https://github.com/googleapis/signet" },
        signatureMethods: %w[HMAC-SHA1 RSA-SHA1 PLAINTEXT], transports: %w[header],
        limits: { without: %w[octets form-encoded no-version] } },
      { "sign" => method(:sign), "percent-encoding" => ->(question) { { value: Signet::OAuth1.encode(question["text"]) } } })
