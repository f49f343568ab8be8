import { createPrivateKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import { redactorOf, type SignForm, signForm } from "../../src/inspector/sign/index.ts";
import { decryptKey, isEncryptedKey } from "../../src/keys/encrypted-key.ts";
import { testKeyPair } from "../keys/index.ts";

/** The key `rsa-512` as `openssl pkcs8 -topk8 -v2 aes-128-cbc -v2prf hmacWithSHA1` encrypts it. */
const WITH_SHA1 = `-----BEGIN ENCRYPTED PRIVATE KEY-----
MIIBrzBJBgkqhkiG9w0BBQ0wPDAbBgkqhkiG9w0BBQwwDgQInVRtPRpRUlwCAggA
MB0GCWCGSAFlAwQBAgQQl9Xl0Gajo0WXeQtThnY75ASCAWAPoO1pGshLZb4/13eO
Q4kIb/UwLZp1NlOERWkMcsQmcyIBE3CHmc+YPBs1RoRSTZpsH+VEzXoXbuixDY1s
PZd9HIeRs+1hj3EUECjnnLi2bqpsP5qFgDBPY8DoabZ7btZ7aIzAU9Go+6Kbr5iW
knTWHECpbBIqHUgq0ouCppVockizpXQY2z+wCcvqtKsxd3vtJtiDckWRCG2Dopei
XpEatZizr6YHpTaEazucWG0U6sZ1v4cVMY/TVDFHNYqo8C0c0bJVs1+WStUaQllt
iMvKBPhwV/mMIWYsZN2BMQn6H2hveAoljWy0GD32l0pdKPPEYoP1folJ01AhJJ3c
GqCupENl/iorOSRMNaPIFSp/TreIpOGAk1bNC9a4PDOueOYpKdyNuvlWBespH1i4
zLgDJYL0uAm1VEzDGEw7hUCKtuHrbeceoSqcYSk5Hg2QyvFf2zoikC3h3inQrcvV
v4rN
-----END ENCRYPTED PRIVATE KEY-----
`;

/** With `-v2 aes-192-cbc -v2prf hmacWithSHA512 -iter 4096`. */
const WITH_SHA512 = `-----BEGIN ENCRYPTED PRIVATE KEY-----
MIIBvTBXBgkqhkiG9w0BBQ0wSjApBgkqhkiG9w0BBQwwHAQIwaZC6/4wS5kCAhAA
MAwGCCqGSIb3DQILBQAwHQYJYIZIAWUDBAEWBBC9XkAWDoFDoxAPFjQvZYjYBIIB
YHfAeV+Etbm85qaee4Z1X/28If3nyfpgqZlCDJ1QjVq3uccQdw39NbfRsDspBgtj
vlR0gBDNrfNvuHkYUsak7nQydLbq8XMu620nfn77/P+QyyYVBfCUNe8hJCbj3nS1
e16TmRwgCDrZQ3LZEP4o1dvbedhYVMbBvVPFhLGH3Z1vBIXzATv4xffps28WhLwa
UcAUsKlcn6pFKRNoqWo6c9Sa8gN+NNlo2buwrhF6Z7yBvXPVmTWv8+Te6+XfmrAS
spzbpdfNS7I1TdOw3A/SAlzpO14ZXjfRUR/JI29rMmrbDSpiOVcbLU/N1Vk80Dfz
NymcnqWnrFMIW96hn21xdYlLxKj2wbhe/9+CEWBduKduOlZzGGokBlX2tOa0b/gI
W1tpzyYaq5N4a8pTOu/POWCQS2/MU5j2UgF3FwUG8Mec8ezJQiLnzKfLwBaJrIWp
dkHqoXXFU/vBVwM5YxtcYD0=
-----END ENCRYPTED PRIVATE KEY-----
`;

/** With `-v2 des3`, which WebCrypto does not have. */
const WITH_DES3 = `-----BEGIN ENCRYPTED PRIVATE KEY-----
MIIBtDBOBgkqhkiG9w0BBQ0wQTApBgkqhkiG9w0BBQwwHAQIt0sHN18VEFkCAggA
MAwGCCqGSIb3DQIJBQAwFAYIKoZIhvcNAwcECHTF1SU2SwsNBIIBYPpHFwHgR+wL
O+Xy76RQ2sSLaNgM3H7i+eLoAR1HD2z2/PiBtnr+vbcqQ8I12X0765Fsjncf130l
Uw2+yhXAlgjNL1Cil0K85KIYVVeVS3o6X1b/PnSu7N41oI6KJzmy/GxfS9qCFz9H
0AKUqVoMUhdNE97/FIIE1mGRRBqvDsblIlJkM7GPbjXYHF+0/w408T8sk8X3mVs4
MBoahxFwN8ptCKcpZe3kD+fBPQXTnl6+/hcohQXEWM88wyQDqKh8iBzifjwngDJe
ab/kWyAn+czEa7Xi0X/6q14yywC9MKK6TQcV882zshrvf4vYRgqu+vBg+Qnjq7gO
srLhgwEXrMtyx83ybXCgtZVnSOqeLuCAtzieG52DU9+8/VSuAsnsuRtFTo8XRDXh
RtYS4u/gTgr9U0vuvYKtU7rZP4BlqLZu7dB3aeHE9AJ3pqkki/GrGGjOYDM9mFfi
bt6zafFI/UQ=
-----END ENCRYPTED PRIVATE KEY-----
`;

/** With `-scrypt`. */
const WITH_SCRYPT = `-----BEGIN ENCRYPTED PRIVATE KEY-----
MIIBtTBPBgkqhkiG9w0BBQ0wQjAhBgkrBgEEAdpHBAswFAQIrDuRgK8UHlACAkAA
AgEIAgEBMB0GCWCGSAFlAwQBKgQQdk2LnmPoSy/qvCHNxBI4OwSCAWBX+JVxbYcK
i3ejI2tU3D6Y2sljg2QNxsc/P66k3CeEOvzUaK2tPBzeNfukLZay3PG70szrGqvi
1v9E3JgI3Ct/IMXULCQ2F9XQ+r/jJkGWuFClaVzdvpOaXT/kPkE0XDjwOtsSgFN2
H+tPqvD1cH0XIm9j0FwL+OghWLW1ctodC8xLiewFcRy32DsAuTKZpjiy5X1aknly
8cnh0kT5tx3VdFKrG32xzVBYRB9NPpZRBFzfxXZWrlaN8NqZOeifEKVXr2hk4f7N
l6r9Sj28aAKpVuwEuiTbi+RVvEGNeFI8/P5SukfvbflmVAkVaXvGHutBRXRn2lTX
Zy9IMvXc/8lHrSGSuw0qnV81VbIcdkp0jFIKTCU2sS4OPiIXMFKOflLgaUSO7HjF
7hcuEKAiX+L0sEGzskyiM0Si/pKvWZZEKPndWQyoLhMV9WvrUH7OqThXCRIQ+T0k
RVxvqK5+dqZ9
-----END ENCRYPTED PRIVATE KEY-----
`;

const PASSPHRASE = "hunter2";
const { privateKey } = testKeyPair("rsa-2048");

function encrypted(cipher: string, passphrase = PASSPHRASE): string {
  return privateKey.export({ type: "pkcs8", format: "pem", cipher, passphrase }).toString();
}

describe("an encrypted private key", () => {
  test.each(["aes-128-cbc", "aes-192-cbc", "aes-256-cbc"])(
    "is decrypted as Node.js encrypts it: %s",
    async (cipher) => {
      const pem = await decryptKey(encrypted(cipher, "pässword"), "pässword");
      expect(createPrivateKey(pem!).equals(privateKey)).toBe(true);
    },
  );

  test.each([
    ["SHA-1, the default of PBKDF2", WITH_SHA1],
    ["SHA-512", WITH_SHA512],
  ])("is decrypted as OpenSSL encrypts it with %s", async (_, pem) => {
    const key = createPrivateKey((await decryptKey(pem, PASSPHRASE))!);
    expect(key.equals(testKeyPair("rsa-512").privateKey)).toBe(true);
    expect(isEncryptedKey(pem)).toBe(true);
  });

  test("is not decrypted with another passphrase", async () => {
    for (const passphrase of ["hunter", "hunter22"]) {
      expect(await decryptKey(WITH_SHA1, passphrase)).toBeUndefined();
    }
  });

  test.each([
    ["another cipher", WITH_DES3],
    ["another way to derive the key", WITH_SCRYPT],
    ["damage", WITH_SHA1.replace("\nM", "\nN")],
    ["nothing in it", "-----BEGIN ENCRYPTED PRIVATE KEY-----\n-----END ENCRYPTED PRIVATE KEY-----"],
  ])("is an error with %s", async (_, pem) => {
    await expect(decryptKey(pem, PASSPHRASE)).rejects.toThrow();
  });
});

describe("signing a form with an encrypted key", () => {
  const FORM: SignForm = {
    method: "POST",
    url: "https://gateway.example/pay",
    form: [["amount", "10.42"]],
    signatureMethod: "RSA-SHA256",
    consumerKey: "merchant",
    transport: "header",
    hasVersion: true,
    hasBodyHash: false,
    nonce: "n-1",
    timestamp: "1700000000",
  };
  const plain = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

  test("gives the same as with the decrypted key, also if copying damaged it", async () => {
    const expected = await signForm({ ...FORM, privateKey: plain });
    const pem = encrypted("aes-256-cbc").replaceAll("\n", "\\n");
    expect(await signForm({ ...FORM, privateKey: pem, passphrase: PASSPHRASE })).toEqual(expected);
  });

  test.each<[string, Partial<SignForm>]>([
    ["The private key is encrypted: it needs its passphrase.", {}],
    ["The passphrase of the private key is wrong.", { passphrase: "hunter3" }],
    ["The private key cannot be decrypted here.", { privateKey: WITH_SCRYPT, passphrase: PASSPHRASE }],
  ])("fails: %s", async (message, changes) => {
    const form = { ...FORM, privateKey: encrypted("aes-256-cbc"), ...changes };
    const error = await signForm(form).catch((reason: Error) => reason);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).not.toMatch(/hunter/);
  });

  test("hides the passphrase wherever it is shown", () => {
    expect(redactorOf({ ...FORM, passphrase: PASSPHRASE }, true).text(`note=${PASSPHRASE}`)).not.toContain(PASSPHRASE);
  });
});

describe("further protocol parameters", () => {
  const FORM: SignForm = {
    method: "POST",
    url: "https://gateway.example/pay",
    signatureMethod: "HMAC-SHA1",
    consumerKey: "merchant",
    consumerSecret: "a-long-secret",
    transport: "header",
    hasVersion: true,
    hasBodyHash: false,
    protocolParameters: [["oauth_callback", "https://shop.example/a b"]],
  };

  test("are signed and sent in the header", async () => {
    const { signed, parameters } = await signForm(FORM);
    expect(signed.authorization).toContain('oauth_callback="https%3A%2F%2Fshop.example%2Fa%20b"');
    expect(parameters.map(({ name }) => name)).toContain("oauth_callback");
  });

  test("are refused if they are not protocol parameters, or contain a private key", async () => {
    await expect(signForm({ ...FORM, protocolParameters: [["amount", "1"]] })).rejects.toThrow();
    const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    await expect(signForm({ ...FORM, protocolParameters: [["oauth_x", key]] })).rejects.toThrow(
      "The protocol parameters has a private key",
    );
  });
});
