set -e
sign() {
  npx --no -- countersign sign --url "$COUNTERSIGN_GATEWAY_URL" --consumer-key "$COUNTERSIGN_CONSUMER_KEY" --curl "$@"
}
sign --form client_orderid=902B4FF5 --form "note=it's ü & more" | sh
sign --form orderid=1 --signature-method RSA-SHA256 --private-key-file "$COUNTERSIGN_PRIVATE_KEY_FILE" | sh
