import { describe, expect, test } from "vitest";
import type { HttpRequest } from "../../src/model/index.ts";
import { readRequest } from "../../src/requests/index.ts";
import { testEach } from "../title.ts";

const read = (text: string | Uint8Array): HttpRequest => readRequest(Buffer.from(text)) as HttpRequest;
const bodyOf = ({ body }: HttpRequest): string => Buffer.from(body ?? []).toString();

describe("an HTTPie command", () => {
  const request = read("http PUT https://gate.example/a b=c");

  testEach(
    [
      ...["-j", "-v", "-b", "-h", "--json", "--ignore-stdin", "--verbose", "--body", "--headers", "--follow"],
      ...["print", "verify", "timeout", "session", "pretty", "style"].flatMap((name) => [
        `--${name}=all`,
        `--${name} all`,
      ]),
    ].map((option) => [option] as const),
  )("is the same request with %s, which only changes what is shown", (option) => {
    expect(read(`http ${option} PUT https://gate.example/a b=c`)).toEqual(request);
    expect(read(`http PUT https://gate.example/a b=c ${option}`)).toEqual(request);
  });

  testEach([["-f"], ["--form"]])("sends a form with %s", (option) => {
    const sent = read(`http ${option} https://gate.example/a 'b c=d&e' f=é`);
    expect([sent.method, sent.headers, bodyOf(sent)]).toEqual([
      "POST",
      [["Content-Type", "application/x-www-form-urlencoded; charset=utf-8"]],
      "b+c=d%26e&f=%C3%A9",
    ]);
  });

  testEach([["--raw 'a b'"], ["--raw='a b'"]])("sends the text of %s as it is", (option) => {
    const sent = read(`http ${option} https://gate.example/a`);
    expect([sent.method, bodyOf(sent)]).toEqual(["POST", "a b"]);
  });

  testEach<[url: string, read: string]>([
    ["https://gate.example/a", "https://gate.example/a"],
    ["HTTP://gate.example/a", "HTTP://gate.example/a"],
    ["gate.example/a", "http://gate.example/a"],
    [":/a", "http://localhost/a"],
    [":8080/a", "http://localhost:8080/a"],
    [":", "http://localhost"],
    ["gate.example/a b==c d==e", "http://gate.example/a?b=c&d=e"],
    ["gate.example/a?b=c d==é", "http://gate.example/a?b=c&d=%C3%A9"],
  ])("with %s is a GET request to %s", (url, absolute) => {
    expect(read(`http ${url}`)).toEqual({ method: "GET", url: absolute, headers: [] });
  });

  testEach<[items: string, headers: string[][], body: string]>([
    ["a:=true b=true", [["Content-Type", "application/json"]], '{"a": true, "b": "true"}'],
    ["'a\\=b=c' 'd\\:e=f'", [["Content-Type", "application/json"]], '{"a=b": "c", "d:e": "f"}'],
    ["content-type:text/plain a=b", [["content-type", "text/plain"]], '{"a": "b"}'],
  ])("reads the items %s", (items, headers, body) => {
    const sent = read(`http https://gate.example/a ${items}`);
    expect([sent.headers, bodyOf(sent)]).toEqual([headers, body]);
  });

  testEach<[command: string, message: string]>([
    ["http --auth=u:secret https://gate.example/", 'the HTTPie option "--auth" is not supported'],
    ["http -a u:secret https://gate.example/", 'the HTTPie option "-a" is not supported'],
    ["http PUT", "expected a URL in the HTTPie command, got none"],
    ["http https://gate.example/ something", "expected items such as name=value, got something else"],
  ])("%s is refused", (command, message) => {
    expect(() => read(command)).toThrow(message);
  });
});

describe("before a command", () => {
  const prompts = ["$ ", "% ", "> ", "# ", "PS> ", "C:\\>", "C:\\Users\\me> ", "PS C:\\Users\\me> ", "+ ", "++ ", "!"];
  const users = ["me@host:~$ ", "me@host ~ % ", "[root@host etc]# ", "host-1.example@me:/a b$ "];
  const words = [
    "sudo ",
    "time ",
    "command ",
    "exec ",
    "env ",
    "nohup ",
    "A=b ",
    "A='b c' ",
    'A="b c" ',
    "A=b sudo env ",
  ];

  testEach([...prompts, ...users, ...words, "$ sudo ", "  $ ", "\n\n"].map((before) => [before]))(
    "%s is left out",
    (before) => {
      expect(read(`${before}curl https://gate.example/a -H 'X: 1'`)).toMatchObject({
        url: "https://gate.example/a",
        headers: [["X", "1"]],
      });
    },
  );

  testEach([...words, "$ ", "me@host:~$ "].map((before) => [before]))(
    "%s is left out, also of HTTPie and of a command with its path",
    (before) => {
      expect(read(`${before}https gate.example/a X:1`).headers).toEqual([["X", "1"]]);
      expect(read(`${before}/usr/bin/curl https://gate.example/a`).url).toBe("https://gate.example/a");
    },
  );

  testEach<[prompt: string, end: string, next: string]>([
    ["$ ", "\\\n", "> "],
    ["C:\\>", "^\r\n", "More? "],
    ["PS C:\\> ", "`\r\n", ">> "],
  ])("%s comes with prompts of the continued lines, which are left out too", (prompt, end, next) => {
    const text = `${prompt}curl "https://gate.example/a" ${end}${next}-H "X: 1"`;
    expect(read(text)).toMatchObject({ url: "https://gate.example/a", headers: [["X", "1"]] });
  });

  test("words are kept up to the backslash that continues the line", () => {
    const request = read("curl https://gate.example/a\\\n -H X:1\\\r\n0");
    expect([request.url, request.headers]).toEqual(["https://gate.example/a", [["X", "10"]]]);
  });

  test("lines of comments are left out, and errors count them", () => {
    const comments = "# the payment\n// it fails\nREM a note\n:: another\n\n";
    expect(read(`${comments}curl https://gate.example/a`).url).toBe("https://gate.example/a");
    expect(() => read(`${comments}curl https://gate.example/a?b=1&c=2`)).toThrow(/^line 6: /);
    const input = '{"method":"GET","url":"https://gate.example/a","signatureMethod":"HMAC-SHA1"}';
    expect(read(comments + input)).toMatchObject({ method: "GET", url: "https://gate.example/a" });
  });
});

describe("the octets of a file", () => {
  const text = "POST /é HTTP/1.1\r\nHost: gate.example\r\nContent-Length: 7\r\n\r\na=é€";

  testEach<[name: string, octets: Uint8Array]>([
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${text}`)],
    ["little-endian UTF-16, as PowerShell writes it", Buffer.from(`\ufeff${text}`, "utf16le")],
  ])("in %s are the same request", (_, octets) => {
    expect(read(octets)).toEqual(read(text));
    expect(bodyOf(read(octets))).toBe("a=é€");
  });

  testEach<[octets: number[]]>([[[0xef, 0xbb]], [[0xff]], [[0xff, 0xfe]]])(
    "are no request if they are only %s",
    (octets) => {
      expect(() => read(Uint8Array.from(octets))).toThrow(/expected/);
    },
  );
});
