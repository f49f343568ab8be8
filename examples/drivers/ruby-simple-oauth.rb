# Countersign driver for the gem simple_oauth. Copy it and replace the library with yours.
# Reads one question per line from standard input and writes one answer per line to standard output.
require "json"
require "simple_oauth"

# The library does not support what the question asks.
class Unsupported < StandardError; end

def hello(_question)
  about = { name: "simple_oauth", version: Gem::Specification.find_by_name("simple_oauth").version.to_s, language: "Ruby",
            url: "https://github.com/laserlemon/simple_oauth" }
  { protocol: 1, implementation: about, operations: OPERATIONS.keys - ["hello"], transports: ["header"],
    signatureMethods: %w[HMAC-SHA1 RSA-SHA1 PLAINTEXT], limits: { without: %w[octets no-version realm protocol-parameters],
                                                                        deviations: %w[query-encoded signature-parameter userinfo] } }
end

# Returns the form as pairs, or nil if the request has no form.
def form_of(request)
  encoded = request["formEncoded"]
  return request["form"] unless encoded

  # Otherwise an empty piece would be read as a pair.
  encoded.split("&").reject(&:empty?).flat_map { |pair| URI.decode_www_form(pair, Encoding::BINARY) }
end

def sign(question)
  raise Unsupported, "always sends oauth_version" if question["version"].nil?
  raise Unsupported, "sends no realm" if question.key?("realm")

  credentials = question["credentials"]
  given = { consumer_key: credentials["consumerKey"], consumer_secret: credentials["privateKey"] || credentials["consumerSecret"],
            token: credentials["token"], token_secret: credentials["tokenSecret"], nonce: question["nonce"],
            timestamp: question["timestamp"], signature_method: question["signatureMethod"] }
  request = question["request"]
  form = form_of(request)
  header = SimpleOAuth::Header.new(request["method"], request["url"], form || [], given.compact)
  answer = { authorization: header.to_s }
  answer[:body] = URI.encode_www_form(form) if form
  answer
end

def percent_encoding(question)
  raise Unsupported, "encodes text, not octets" unless question.key?("text")

  { value: SimpleOAuth::Header.escape(question["text"]) }
end

def base_string_uri(question)
  { value: SimpleOAuth::Header.new("GET", question["url"], []).url }
end

OPERATIONS = { "hello" => method(:hello), "sign" => method(:sign), "percent-encoding" => method(:percent_encoding),
               "base-string-uri" => method(:base_string_uri) }.freeze

def answer(question)
  operation = OPERATIONS.fetch(question["op"]) { raise Unsupported, "does not do #{question['op']}" }
  { ok: true, **operation.call(question) }
rescue Unsupported => e
  { ok: false, error: "unsupported", message: e.message }
rescue URI::InvalidURIError => e
  { ok: false, error: "refused", message: e.message }
rescue StandardError => e
  { ok: false, error: "failed", message: "#{e.class}: #{e.message}" }
end

Encoding.default_external = Encoding::UTF_8
$stdout.sync = true
$stdin.each_line do |line|
  question = JSON.parse(line)
  break if question["op"] == "bye"

  $stdout.write("#{JSON.generate({ id: question['id'], **answer(question) })}\n")
end
