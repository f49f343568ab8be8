# The gem oauth: a Net::HTTP request signed with oauth!.
require "net/http"
require "oauth"
require "oauth/client/net_http"
require "oauth/signature/plaintext"
require "oauth/signature/rsa/sha1"
require_relative "driver"

SCHEMES = { "header" => "header", "query" => "query_string", "body" => "body" }.freeze
CLASSES = [Net::HTTP::Get, Net::HTTP::Post, Net::HTTP::Put, Net::HTTP::Patch, Net::HTTP::Delete, Net::HTTP::Head,
           Net::HTTP::Options].to_h { |one| [one::METHOD, one] }.freeze

def sign(question)
  asked, own, transport = question.values_at("request", "credentials", "transport")
  uri = URI.parse(asked["url"])
  http = Net::HTTP.new(uri.host, uri.port)
  http.use_ssl = uri.scheme == "https"
  request = CLASSES.fetch(asked["method"]).new(uri.request_uri)
  # Without the type of a form, the gem adds the hash of the body.
  request["Content-Type"] = "application/x-www-form-urlencoded" if request.request_body_permitted?
  request.body = form_body(asked)
  consumer = OAuth::Consumer.new(own["consumerKey"], own["consumerSecret"] || own["privateKey"])
  token = own["token"] && OAuth::Token.new(own["token"], own["tokenSecret"])
  options = { scheme: SCHEMES[transport], signature_method: question["signatureMethod"], nonce: question["nonce"],
              timestamp: question["timestamp"], realm: question["realm"] }
  request.oauth!(http, consumer, token, options.compact)
  base = "#{uri.scheme}://#{uri.host}:#{uri.port}"
  { authorization: request["Authorization"], body: request.body, url: transport == "query" ? base + request.path : nil }.compact
end

serve({ implementation: { name: "oauth (gem)", version: OAuth::VERSION, language: "Ruby", url: "https://github.com/oauth-xx/oauth-ruby" },
        signatureMethods: %w[HMAC-SHA1 RSA-SHA1 PLAINTEXT], transports: SCHEMES.keys,
        limits: { httpMethods: CLASSES.keys, without: %w[octets no-version protocol-parameters token-secret-alone] } },
      { "sign" => method(:sign), "percent-encoding" => ->(question) { { value: OAuth::Helper.escape(question["text"]) } } })
