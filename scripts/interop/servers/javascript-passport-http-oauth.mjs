// A server on the ConsumerStrategy of passport-http-oauth, with Express. Usage: PORT, with CONSUMER_KEY and CONSUMER_SECRET in
// the environment.
import express from "express";
import passport from "passport";
import { ConsumerStrategy } from "passport-http-oauth";

const { CONSUMER_KEY, CONSUMER_SECRET } = process.env;
const WINDOW_SECONDS = 300;
const used = new Set();

passport.use(
  "consumer",
  new ConsumerStrategy(
    (consumerKey, done) => {
      if (consumerKey !== CONSUMER_KEY) return done(null, false);
      return done(null, { key: consumerKey }, CONSUMER_SECRET);
    },
    // There are no request tokens.
    (_requestToken, done) => done(null, false),
    (timestamp, nonce, done) => {
      const isNow = /^\d+$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= WINDOW_SECONDS;
      const key = JSON.stringify([timestamp, nonce]);
      if (!isNow || used.has(key)) return done(null, false);
      used.add(key);
      return done(null, true);
    },
  ),
);

const app = express();
app.use(passport.initialize(), express.urlencoded({ extended: false }));
app.all("/{*path}", passport.authenticate("consumer", { session: false }), (_request, response) => response.send("ok"));
app.use((_error, _request, response, _next) => response.sendStatus(500));
app.listen(Number(process.argv[2]), "127.0.0.1");
