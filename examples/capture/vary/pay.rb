# Sends a payment, signed with the gem simple_oauth: ruby pay.rb 10.42 "two shirts"
require "net/http"
require "simple_oauth"

url = URI("#{ENV.fetch('COUNTERSIGN_URL')}/pay")
amount, note = ARGV
form = { amount: amount, note: note }
key = { consumer_key: ENV.fetch("COUNTERSIGN_CONSUMER_KEY"), consumer_secret: ENV.fetch("COUNTERSIGN_CONSUMER_SECRET") }
request = Net::HTTP::Post.new(url, "Authorization" => SimpleOAuth::Header.new(:post, url, form, key).to_s)
request.set_form_data(form)
Net::HTTP.start(url.host, url.port) { |http| http.request(request).value }
