/** The forms in which people store RSA keys, and the purpose of each form. */

/** One form of a key. */
export interface KeyForm {
  /** A short name, for buttons. */
  readonly name: string;
  readonly title: string;
  /** One sentence that describes the form. */
  readonly purpose: string;
}

export type KeyFormId =
  | "pkcs8"
  | "pkcs1"
  | "encrypted-private"
  | "spki"
  | "pkcs1-public"
  | "certificate"
  | "jwk"
  | "public-jwk"
  | "openssh"
  | "openssh-public"
  | "der";

/** The forms by this file's ids. */
export const KEY_FORMS: Readonly<Record<KeyFormId, KeyForm>> = {
  pkcs8: {
    name: "PKCS#8",
    title: "PKCS#8, PEM (BEGIN PRIVATE KEY)",
    purpose: "A private key for programs: Java, C#, Go, PHP, Node.js and this page read it.",
  },
  pkcs1: {
    name: "PKCS#1",
    title: "PKCS#1, PEM (BEGIN RSA PRIVATE KEY)",
    purpose: "A private key for older tools that ask for it by this name.",
  },
  "encrypted-private": {
    name: "encrypted key",
    title: "Encrypted private key, PEM",
    purpose: "A private key that needs a passphrase. Programs need it decrypted, or the passphrase.",
  },
  spki: {
    name: "SPKI",
    title: "SPKI, PEM (BEGIN PUBLIC KEY)",
    purpose: "A public key to give to the other party, such as the gateway.",
  },
  "pkcs1-public": {
    name: "PKCS#1 public key",
    title: "PKCS#1 public key, PEM (BEGIN RSA PUBLIC KEY)",
    purpose: "A public key for older tools. Most others want SPKI.",
  },
  certificate: {
    name: "certificate",
    title: "X.509 certificate, PEM",
    purpose: "A public key with a name and a validity, signed by an authority. OAuth needs only the key in it.",
  },
  jwk: {
    name: "private JWK",
    title: "JWK, private",
    purpose: "A private key as JSON, for WebCrypto and libraries of JOSE.",
  },
  "public-jwk": {
    name: "public JWK",
    title: "JWK, public",
    purpose: "A public key as JSON, for WebCrypto and libraries of JOSE.",
  },
  openssh: {
    name: "OpenSSH key",
    title: "OpenSSH private key",
    purpose: "A private key of ssh-keygen. Few libraries read it: convert it to PKCS#8.",
  },
  "openssh-public": {
    name: "OpenSSH public key",
    title: "OpenSSH public key (ssh-rsa)",
    purpose: "A line for authorized_keys. For the gateway, convert it to SPKI.",
  },
  der: {
    name: "DER",
    title: "DER",
    purpose: "The octets without the text around them. Convert them to PEM for most programs.",
  },
};

/** The forms by the label after BEGIN. */
export const FORM_BY_LABEL: Readonly<Record<string, KeyFormId>> = {
  "PRIVATE KEY": "pkcs8",
  "RSA PRIVATE KEY": "pkcs1",
  "ENCRYPTED PRIVATE KEY": "encrypted-private",
  "PUBLIC KEY": "spki",
  "RSA PUBLIC KEY": "pkcs1-public",
  CERTIFICATE: "certificate",
  "OPENSSH PRIVATE KEY": "openssh",
};

/** What to do with texts that people mistake for a key. */
export const OTHER_LABELS: Readonly<Record<string, string>> = {
  "CERTIFICATE REQUEST":
    "This is a certificate request. Get its public key: openssl req -in request.pem -noout -pubkey",
  "EC PRIVATE KEY": "This is an EC key. OAuth 1.0 needs an RSA key.",
  "DSA PRIVATE KEY": "This is a DSA key. OAuth 1.0 needs an RSA key.",
  "PGP PRIVATE KEY BLOCK": "This is a key of PGP. OAuth 1.0 needs an RSA key in PEM.",
  "SSH2 PUBLIC KEY": "This is a public key of SSH2. Convert it: ssh-keygen -i -m RFC4716 -f key.pub -e -m PKCS8",
};
