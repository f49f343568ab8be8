/** Options as data, from which the options of commander and the types of their values follow. */

import type { Flat } from "../../shapes/shape.ts";

/**
 * An option: its flags; its line of the help text, with "; repeatable" if it can be given several times; and whether it is
 * required, or the names of the options that it excludes.
 */
export type OptionRow = readonly [flags: string, text: string, more?: "required" | readonly string[]];

/** The options of these rows as commander reads them. The code that uses an option sets its default. */
export type OptionsOf<Rows extends readonly OptionRow[]> = Flat<
  { readonly [Row in Rows[number] as NameOf<Row>]?: ReadAs<Row> } & {
    readonly [Row in Rows[number] as Row extends Required ? NameOf<Row> : never]: ReadAs<Row>;
  }
>;

type Required = readonly [string, string, "required"];

type NameOf<Row extends OptionRow> = Row[0] extends `--${infer Name} ${string}` | `--no-${infer Name}`
  ? InCode<Name>
  : Row[0] extends `--${infer Name}`
    ? InCode<Name>
    : never;

type InCode<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<InCode<Rest>>}`
  : Name;

type ReadAs<Row extends OptionRow> = Row[1] extends `${string}; repeatable${string}`
  ? readonly string[]
  : Row[0] extends `${string} <${string}`
    ? string
    : Row[0] extends `${string} [${string}`
      ? string | true
      : boolean;
