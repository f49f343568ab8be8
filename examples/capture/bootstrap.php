<?php

// Under `countersign capture`, the client sends its requests to that server, with its credentials.
if (getenv("COUNTERSIGN_URL") !== false) {
    putenv("GATEWAY_URL=" . getenv("COUNTERSIGN_URL"));
    putenv("GATEWAY_KEY=" . getenv("COUNTERSIGN_CONSUMER_KEY"));
    putenv("GATEWAY_SECRET=" . getenv("COUNTERSIGN_CONSUMER_SECRET"));
}
