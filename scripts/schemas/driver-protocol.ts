/** The schema that the package publishes as `vectors/driver-protocol.schema.json`. */

import {
  HELLO,
  NO_ANSWER,
  PARAMETERS,
  SIGNED,
  STAGES_SHAPE,
  VALIDITY,
  VALUE,
} from "../../src/conformance/drivers/answer-shapes.ts";
import { OPERATIONS, type Operation, REQUIRED_STAGE } from "../../src/conformance/vectors/index.ts";
import { BASE64, PAIRS, TEXT } from "../../src/conformance/vectors/json-shapes.ts";
import {
  CREDENTIALS,
  PEM,
  RECEIVED_REQUEST,
  REQUEST,
  SIGNATURE_METHOD,
  SIGNING_CREDENTIALS,
  TRANSPORT,
} from "../../src/conformance/vectors/members.ts";
import type { Shape } from "../../src/shapes/shape.ts";
import { publishedSchema } from "./published-schema.ts";
import { ID, QUESTION_SHAPES, withMembers } from "./question-shapes.ts";

/** As JSON. Each question and each answer is a definition. */
export function driverProtocolSchema(): object {
  const questions = Object.entries(QUESTION_SHAPES).map(([op, shape]) => [`question-${op}`, shape] as const);
  // Answers of programs have the id of their question.
  const answer = (shape: Shape): Shape => withMembers({ id: ID }, shape);
  const answers = {
    "answer-hello": answer(HELLO),
    "answer-sign": answer(SIGNED),
    "answer-value": answer(VALUE),
    "answer-parameters": answer(PARAMETERS),
    "answer-valid": answer(VALIDITY),
    "no-answer": answer(NO_ANSWER),
  };
  const answerTo = (operation: string): Shape => answers[nameOfAnswer(operation)];
  const operations = ["hello", ...OPERATIONS];
  const question = { description: "A line that a driver reads.", anyOf: questions.map(([, shape]) => shape) };
  const anyAnswer = { description: "A line that a driver writes.", anyOf: Object.values(answers) };
  return publishedSchema(
    {
      $id: "urn:countersign:driver-protocol:1",
      title: "Driver protocol 1",
      description:
        "The messages between Countersign and an implementation in any language: one JSON object per line, in UTF-8, ended by LF, at most 16 MiB. A question is valid against question, its answer against answer-to-<op>. Questions have only these fields; Countersign ignores additional fields in answers. docs/driver.md explains how to write a driver.",
      anyOf: [question, anyAnswer],
    },
    {
      id: ID,
      question,
      answer: anyAnswer,
      ...Object.fromEntries(questions),
      ...Object.fromEntries(
        operations.map((op) => [`answer-to-${op}`, { anyOf: [answerTo(op), answers["no-answer"]] }]),
      ),
      ...answers,
      stages: STAGES_SHAPE,
      text: TEXT,
      base64: BASE64,
      pairs: PAIRS,
      request: REQUEST.question,
      receivedRequest: RECEIVED_REQUEST.question,
      signatureMethod: SIGNATURE_METHOD.question,
      transport: TRANSPORT.question,
      credentials: CREDENTIALS.question,
      signingCredentials: SIGNING_CREDENTIALS.question,
      pem: PEM,
    },
  );
}

function nameOfAnswer(operation: string) {
  if (operation === "hello") return "answer-hello";
  if (operation === "sign" || operation === "sign-exactly") return "answer-sign";
  const stage = REQUIRED_STAGE[operation as Operation];
  return stage === "valid" ? "answer-valid" : stage === "parameters" ? "answer-parameters" : "answer-value";
}
