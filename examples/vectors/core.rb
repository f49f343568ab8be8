# Checks a signer with the core vectors. Needs only Ruby 3.0 or later. Run it: ruby core.rb vectors
require "json"
require "openssl"

# The implementation under test. Replace this part with a call of your library. It has no RSA.
URL = %r{\A(https?)://(?:[^/?#]*@)?(\[[^\]]*\]|[^:/?#]+)(?::(\d*))?([^?#]*)\??([^#]*)}i

def encode(text) = text.b.gsub(/[^\w.~-]/n) { |octet| format("%%%02X", octet.ord) }
def decode(text) = text.tr("+", " ").b.gsub(/%(..)/) { $1.hex.chr }
def parse(form) = form.scan(/(?!&|\z)([^&=]*)=?([^&]*)/).map { |pair| pair.map { |text| decode(text) } }

def sign(signature_method, secrets, method, url, parameters)
  key = secrets.map { |secret| encode(secret) }.join("&")
  return signature_method == "PLAINTEXT" ? key : nil unless signature_method.start_with?("HMAC-")
  scheme, host, port, path, query = url.match(URL).captures
  port = port.to_s.empty? || port.to_i == { "http" => 80, "https" => 443 }[scheme.downcase] ? "" : ":#{port}"
  pairs = (parse(query) + parameters).map { |pair| pair.map { |text| encode(text) } }.sort
  uri = "#{scheme}://#{host}#{port}".downcase + (path.empty? ? "/" : path)
  text = [method.upcase, uri, pairs.map { |pair| pair.join("=") }.join("&")].map { |part| encode(part) }.join("&")
  [OpenSSL::HMAC.digest(signature_method.delete_prefix("HMAC-"), key, text)].pack("m0")
end

# The rest reads the vectors, asks the implementation and compares its signatures.
core, file = %w[quick requests].map { |name| JSON.parse(File.read("#{ARGV[0]}/#{name}.json", encoding: "utf-8")) }
abort "expected files of format 1" unless core["format"] == 1 && file["format"] == 1
counts = { "passed" => 0, "failed" => 0, "not offered" => 0 }
file["vectors"].select { |one| core["vectors"].include?(one["id"]) && one["operation"] == "sign" }.each do |vector|
  given, request = vector["input"]["credentials"].merge(vector["input"]), vector["input"]["request"]
  own = %w[consumerKey token signatureMethod timestamp nonce version].reject { |name| given[name].nil? }
  protocol = own.map { |name| ["oauth_" + name.gsub(/[A-Z]/) { |letter| "_" + letter.downcase }, given[name]] }
  form = parse(request.fetch("formEncoded", "")) + request.fetch("form", []) + given.fetch("protocolParameters", [])
  secrets = %w[consumerSecret tokenSecret].map { |name| given.fetch(name, "") }
  signature = sign(given["signatureMethod"], secrets, request["method"], request["url"], form + protocol)
  is_right = signature == vector["expected"]["signature"] || vector.key?("open")
  verdict = signature.nil? ? "not offered" : is_right ? "passed" : "failed"
  counts[verdict] += 1
  puts "failed: #{vector["id"]} (#{vector["comment"]})" if verdict == "failed"
end
puts counts.map { |verdict, count| "#{count} #{verdict}" }.join(", ")
exit counts["failed"].zero?
