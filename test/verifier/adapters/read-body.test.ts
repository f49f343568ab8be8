import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { type BodyResult, readBody } from "../../../src/verifier/adapters/verify-message.ts";

const HEAD = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n";

/** What reading came to, for what a client writes before it does something. */
async function outcomeOf(
  text: string,
  read: (message: IncomingMessage) => Promise<BodyResult>,
  leaves: boolean,
): Promise<BodyResult> {
  const server = createServer();
  const outcome = new Promise<BodyResult>((resolve, reject) => {
    const listener: RequestListener = (message, response) => {
      read(message)
        .then(resolve, reject)
        .finally(() => response.end());
      if (leaves) socket.destroy();
    };
    server.on("request", listener);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  socket.write(text);
  try {
    return await outcome;
  } finally {
    socket.destroy();
    server.close();
  }
}

test("a body is whole when its last octet is there, at the limit too", async () => {
  const read = (message: IncomingMessage): Promise<BodyResult> => readBody(message, 10, "");
  expect(await outcomeOf(`${HEAD}0123456789`, read, false)).toEqual({
    kind: "whole",
    octets: Buffer.from("0123456789"),
  });
});

test("one octet over the limit is too large", async () => {
  const read = (message: IncomingMessage): Promise<BodyResult> => readBody(message, 9, "");
  expect(await outcomeOf(`${HEAD}0123456789`, read, false)).toEqual({ kind: "too-large" });
});

test("reading ends if the client disconnects", async () => {
  const read = (message: IncomingMessage): Promise<BodyResult> => readBody(message, 10, "");
  expect(await outcomeOf(`${HEAD}01234`, read, true)).toEqual({ kind: "aborted" });
});

test("a client that disconnected before is noticed", async () => {
  const read = async (message: IncomingMessage): Promise<BodyResult> => {
    await new Promise((resolve) => message.once("close", resolve));
    return readBody(message, 10, "");
  };
  expect(await outcomeOf(`${HEAD}01234`, read, true)).toEqual({ kind: "aborted" });
});
