# Countersign driver without an OAuth library: reads one question per line from stdin, writes one answer per line to stdout.
# Replace the marked lines by calls to your library, and declare in HELLO what it supports.
require "json"
require "openssl"
require "uri"

HELLO = {
  protocol: 1,
  implementation: { name: "mine", version: "1.0", language: "Ruby" },
  operations: ["sign"],
  signatureMethods: ["HMAC-SHA1"],
  transports: ["header"], # or "query", "body", "header-and-body"
  fixesNonceAndTimestamp: true, # false: the library chooses nonce and timestamp
  limits: { without: %w[octets realm], # add "token" if the library has no tokens
            httpMethods: %w[DELETE GET HEAD OPTIONS PATCH POST PUT] }
}.freeze

def encode(text)
  text.b.gsub(/[^A-Za-z0-9._~-]/n) { |octet| format("%%%02X", octet.ord) }
end

# Returns pairs of binary strings, because a query may contain octets that are not UTF-8.
def decode_form(text)
  pieces = text.b.split("&").reject(&:empty?)
  pieces.map { |piece| piece.partition("=").values_at(0, 2).map { |part| decode(part) } }
end

def decode(text)
  text.tr("+", " ").gsub(/%\h\h/) { |escape| escape[1, 2].hex.chr }
end

def sign(question)
  request, credentials = question.values_at("request", "credentials")
  form = request.fetch("form", []) + decode_form(request.fetch("formEncoded", ""))
  # Replace the lines from here to the last value by calls to your library.
  protocol = { "oauth_consumer_key" => credentials["consumerKey"], "oauth_signature_method" => question["signatureMethod"],
               "oauth_nonce" => question["nonce"], "oauth_timestamp" => question["timestamp"],
               "oauth_version" => question["version"], "oauth_token" => credentials["token"] }.compact.to_a
  protocol += question.fetch("protocolParameters", [])
  scheme, authority, path, query = request["url"].match(%r{\A(https?)://([^/?#]*)([^?#]*)(?:\?([^#]*))?}i).captures
  default_port = scheme.downcase == "http" ? /:(80)?\z/ : /:(443)?\z/
  host = authority.sub(/\A.*@/, "").sub(default_port, "")
  uri = "#{scheme}://#{host}".downcase + (path.empty? ? "/" : path)
  signed = decode_form(query.to_s) + form + protocol
  encoded = signed.map { |pair| pair.map { |part| encode(part) } }.reject { |name, _| name == "oauth_signature" }
  parameters = encoded.sort.map { |pair| pair.join("=") }.join("&")
  base_string = [request["method"], uri, parameters].map { |part| encode(part) }.join("&")
  key = "#{encode(credentials['consumerSecret'])}&#{encode(credentials.fetch('tokenSecret', ''))}"
  signature = [OpenSSL::HMAC.digest("SHA1", key, base_string)].pack("m0")
  header = [*protocol, ["oauth_signature", signature]].map { |name, value| %(#{encode(name)}="#{encode(value)}") }
  # A library that returns only the signature: { stages: { signature: signature } }
  { authorization: "OAuth #{header.join(', ')}" }
end

$stdin.set_encoding("UTF-8")
$stdout.sync = true
$stdin.each_line do |line|
  question = JSON.parse(line)
  break if question["op"] == "bye"

  begin
    answer = case question["op"]
             when "hello" then { ok: true, **HELLO }
             when "sign" then { ok: true, **sign(question) }
             else { ok: false, error: "unsupported" }
             end
  rescue StandardError => e
    answer = { ok: false, error: "failed", message: e.class.name }
  end
  $stdout.write("#{JSON.generate({ id: question['id'], **answer })}\n")
end
