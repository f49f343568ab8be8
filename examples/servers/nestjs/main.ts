/**
 * A server with NestJS 12 on Express that accepts only signed requests. Compile it with `experimentalDecorators`.
 *
 *     ORIGIN=http://127.0.0.1:8080 PORT=8080 npx tsx main.ts
 */

import "reflect-metadata";
import { Controller, Module, Post, Req } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { createVerifier, MemoryNonceStore } from "countersign";
import { protect } from "countersign/express";
import type { Request } from "express";

const { PORT = "8080", ORIGIN = `http://127.0.0.1:${PORT}` } = process.env;

const clients = new Map([["merchant", { consumerSecret: "control-key" }]]);

const verifier = createVerifier({
  origin: ORIGIN, // the scheme, host and port that clients sign
  nonceStore: new MemoryNonceStore(),
  credentials: ({ consumerKey, token }) => (token === undefined ? clients.get(consumerKey) : undefined),
});

@Controller("pay")
class PayController {
  @Post()
  pay(@Req() { oauth }: Request): object {
    const { consumerKey, parameters } = oauth!; // throws on a route without the middleware
    return { merchant: consumerKey, fields: parameters.filter(({ origin }) => origin === "body") };
  }
}

@Module({ controllers: [PayController] })
class AppModule {}

// Without Nest's parsers, because they consume the body. Form fields are in `request.oauth.parameters`.
const app = await NestFactory.create(AppModule, { bodyParser: false, logger: ["error", "warn"] });
app.use("/pay", protect({ verifier, realm: "pay" }));
await app.listen(Number(PORT), "127.0.0.1");
console.log(`listening for requests that are signed for ${ORIGIN}`);
