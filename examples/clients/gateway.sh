#!/usr/bin/env bash
# A client for a card gateway that signs with OAuth 1.0 (RFC 5849): HMAC-SHA1 for v2, RSA-SHA256 for v4.
# It needs bash, curl and openssl.
#
#   gateway.sh create-card-ref CLIENT_ORDERID ORDERID
#   gateway.sh status CLIENT_ORDERID [ORDERID]
#   gateway.sh post OPERATION NAME=VALUE...    such as: post v4/payout client-order-id=1 amount=10.42 currency=EUR
#   gateway.sh callback QUERY                  verifies the query of a callback
#
# Environment: GATEWAY_URL, such as https://sandbox.example.com/processing/api, GATEWAY_LOGIN, GATEWAY_CONTROL_KEY,
# GATEWAY_PRIVATE_KEY_FILE (PEM) and GATEWAY_ENDPOINT.
# openssl gets the control key as an argument, which other users of the machine can see while it runs.
set -euo pipefail
# Characters are octets, and the order is that of octets.
export LC_ALL=C

fail() {
  echo "$1" >&2
  exit 1
}

# Percent-encodes all but letters, digits and - . _ ~ (RFC 5849 3.6).
encode() {
  local text=$1 character i
  for ((i = 0; i < ${#text}; i++)); do
    character=${text:i:1}
    case $character in
      [A-Za-z0-9._~-]) printf %s "$character" ;;
      *) printf %%%02X "$(($(printf %d "'$character") & 255))" ;;
    esac
  done
}

# Decodes a name or a value of a form.
decode() {
  local text=${1//+/ }
  text=${text//\\/\\\\}
  printf %b "${text//%/\\x}"
}

# NAME=VALUE arguments to encoded lines.
encode_pairs() {
  local one
  for one in "$@"; do
    printf '%s=%s\n' "$(encode "${one%%=*}")" "$(encode "${one#*=}")"
  done
}

# The value of a field, of lines NAME=VALUE; fails without the field.
field() {
  sed -n "s/^$1=//p;/^$1=/q" | grep '^'
}

sign() {
  if [ "$1" = HMAC-SHA1 ]; then
    # There is no token, so the key ends in an ampersand.
    printf %s "$2" | openssl dgst -sha1 -hmac "$(encode "$GATEWAY_CONTROL_KEY")&" -binary | openssl base64 -A
  else
    printf %s "$2" | openssl dgst -sha256 -sign "$GATEWAY_PRIVATE_KEY_FILE" | openssl base64 -A
  fi
}

# Sends a signed form: the operation, then NAME=VALUE arguments. Prints the fields of the answer.
post() {
  local operation=$1 method=RSA-SHA256 start='OAuth ' url parameters signature header body answer status text
  shift
  url=$GATEWAY_URL/$operation/$GATEWAY_ENDPOINT
  case $operation in v2/*) method=HMAC-SHA1 ;; esac
  local protocol=(
    "oauth_consumer_key=$GATEWAY_LOGIN"
    "oauth_nonce=$(openssl rand -hex 16)"
    "oauth_signature_method=$method"
    "oauth_timestamp=$(date +%s)"
    "oauth_version=1.0"
  )
  # Sorted by encoded name, then by encoded value (RFC 5849 3.4.1.3.2). Without keys, sort would compare the = too.
  parameters=$(encode_pairs "$@" "${protocol[@]}" | sort -t= -k1,1 -k2 | paste -sd '&' -)
  signature=$(sign "$method" "POST&$(encode "$url")&$(encode "$parameters")")
  header=$(encode_pairs "${protocol[@]}" "oauth_signature=$signature" | sed 's/=\(.*\)/="\1"/' | paste -sd , -)
  if [ "$method" = HMAC-SHA1 ]; then
    # The gateway's documents have an empty realm, and repeat the protocol parameters in the body.
    start='OAuth realm="", '
    set -- "$@" "${protocol[@]}"
  fi
  body=$(encode_pairs "$@" | paste -sd '&' -)
  # The body comes from a pipe, so that a card number is in no list of processes.
  answer=$(printf %s "$body" | curl --silent --show-error --max-time 30 --header "Authorization: $start$header" \
    --data-binary @- --write-out '\n%{http_code}' "$url")
  status=${answer##*$'\n'}
  text=${answer%$'\n'*}
  case $status in
    401 | 403) fail "HTTP $status: the gateway rejects the signature, and does not say why" ;;
    200) read_answer "$text" ;;
    *) fail "HTTP $status: ${text:0:200}" ;;
  esac
}

# Each value ends in a line feed.
read_answer() {
  local fields kind
  fields=$(decode_form "${1//$'\n'/}")
  kind=$(field type <<<"$fields" || true)
  case $kind in
    validation-error | error) fail "$kind $(field error-code <<<"$fields"): $(field error-message <<<"$fields")" ;;
  esac
  echo "$fields"
}

# A form to lines NAME=VALUE.
decode_form() {
  local pairs one
  IFS='&' read -ra pairs <<<"$1"
  for one in "${pairs[@]}"; do
    printf '%s\n' "$(decode "$one")"
  done
}

# Prints the fields of a callback. The checksum covers status and both ids only: ask for the status to know more.
verify_callback() {
  local fields name text='' control
  fields=$(decode_form "${1#\?}")
  [ -z "$(sed 's/=.*//' <<<"$fields" | sort | uniq -d)" ] || fail 'callback: a field is repeated'
  for name in status orderid merchant_order; do
    text+=$(field "$name" <<<"$fields") || fail "callback: there is no $name"
  done
  control=$(field control <<<"$fields") || fail 'callback: there is no control'
  # This comparison takes a time that depends on the checksum: a server should use its language's constant-time one.
  [ "$control" = "$(printf %s "$text$GATEWAY_CONTROL_KEY" | openssl dgst -sha1 -r | cut -c 1-40)" ] ||
    fail 'callback: control is wrong'
  echo "$fields"
}

case "${1:-} $#" in
  'create-card-ref 3') post v4/create-card-ref "client_orderid=$2" "orderid=$3" ;;
  'status 2') post v4/status "login=$GATEWAY_LOGIN" "client_orderid=$2" ;;
  'status 3') post v4/status "login=$GATEWAY_LOGIN" "client_orderid=$2" "orderid=$3" ;;
  'callback 2') verify_callback "$2" ;;
  'post '[2-9] | 'post '[1-9][0-9]) post "${@:2}" ;;
  *) fail 'usage: gateway.sh create-card-ref|status|post|callback ...' ;;
esac
