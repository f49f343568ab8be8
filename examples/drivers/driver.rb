# What the drivers in Ruby share: the loop over questions, and forms.
require "json"
require "uri"

# Returns the body of a request with a form, as an HTTP client sends it, or nil.
def form_body(request)
  request["formEncoded"] || (request["form"] && URI.encode_www_form(request["form"]))
end

def gem_version(name)
  Gem::Specification.find_by_name(name).version.to_s
end

# Answers questions until bye. An error of the library is an answer `refused`.
def serve(hello, operations)
  Encoding.default_external = Encoding::UTF_8
  $stdout.sync = true
  known = { "hello" => ->(_) { { protocol: 1, operations: operations.keys, **hello } }, **operations }
  $stdin.each_line do |line|
    question = JSON.parse(line)
    break if question["op"] == "bye"

    $stdout.write("#{JSON.generate({ id: question['id'], **answer(known, question) })}\n")
  end
end

def answer(operations, question)
  operation = operations[question["op"]]
  return { ok: false, error: "unsupported" } unless operation

  { ok: true, **operation.call(question) }
rescue StandardError => e
  { ok: false, error: "refused", message: "#{e.class}: #{e.message}".encode("UTF-8", invalid: :replace, undef: :replace) }
end
