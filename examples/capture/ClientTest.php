<?php

use PHPUnit\Framework\TestCase;

final class ClientTest extends TestCase
{
    public function testPaysWithANote(): void
    {
        $client = new OAuth(getenv("GATEWAY_KEY"), getenv("GATEWAY_SECRET"));
        $client->setRequestEngine(OAUTH_REQENGINE_STREAMS);
        $form = ["orderid" => "1000000001", "note" => "two words & ü"];
        $client->fetch(getenv("GATEWAY_URL") . "/pay", $form, OAUTH_HTTP_METHOD_POST);
        $this->assertSame(200, $client->getLastResponseInfo()["http_code"]);
    }
}
