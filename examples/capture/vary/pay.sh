# Sends a payment with curl and openssl: bash pay.sh 10.42 "two shirts"
set -eu
LC_ALL=C

encode() {
  local text=$1 at character
  for ((at = 0; at < ${#text}; at++)); do
    character=${text:at:1}
    case $character in
      [A-Za-z0-9._~-]) printf %s "$character" ;;
      *) printf %%%02X "'$character" | sed 's/%.*\(..\)$/%\1/' ;;
    esac
  done
}

url=$COUNTERSIGN_URL/pay
form="amount=$(encode "$1")&note=$(encode "$2")"
nonce=$(openssl rand -hex 16)
timestamp=$(date +%s)
oauth="oauth_consumer_key=$COUNTERSIGN_CONSUMER_KEY&oauth_nonce=$nonce&oauth_signature_method=HMAC-SHA1&oauth_timestamp=$timestamp"
# These names are in order already; sort yours.
parameters="$form&$oauth&oauth_version=1.0"
base="POST&$(encode "$url")&$(encode "$parameters")"
key="$(encode "$COUNTERSIGN_CONSUMER_SECRET")&"
signature=$(printf %s "$base" | openssl dgst -sha1 -mac HMAC -macopt "key:$key" -binary | openssl base64 -A)
header=$(printf %s "$oauth&oauth_version=1.0&oauth_signature=$(encode "$signature")" | sed 's/=\([^&]*\)/="\1"/g; s/&/, /g')
curl --silent --fail --output /dev/null --data "$form" --header "Authorization: OAuth $header" "$url"
