import { describe, expect, test } from "vitest";
import { driverPlace } from "../../../src/conformance/reporters/model/driver-place.ts";

describe("the place of a failure in a driver", () => {
  test.each([
    ["Python", "ci/driver.py", 'File "/x/driver.py", line 90, in <module>\n File "/x/driver.py", line 31, in sign', 31],
    ["JavaScript", "driver.mjs", "at sign (file:///x/driver.mjs:31:9)\n at answer (file:///x/driver.mjs:90:3)", 31],
    ["Ruby", "driver.rb", "driver.rb:31:in `sign': no (NoMethodError)\n\tfrom driver.rb:90:in `<main>'", 31],
    ["PHP", "driver.php", "PHP Fatal error:  Uncaught Error in /x/driver.php on line 31", 31],
    ["PHP, in its other form", "driver.php", "Uncaught Error: no in /x/driver.php:31", 31],
    ["Java", "Driver.java", "\tat Driver.sign(Driver.java:31)\n\tat Driver.main(Driver.java:90)", 31],
    ["Go", "driver.go", "main.sign()\n\t/x/driver.go:31 +0x1d\nmain.main()\n\t/x/driver.go:90", 31],
  ])("has the line of the innermost call in a trace of %s", (_language, file, text, line) => {
    expect(driverPlace(file, [undefined, text])).toEqual({ file, line });
  });

  test.each([
    ["names no line", "ValueError: no"],
    ["names a line of another file", "other-driver.py:31 and driver.pyc:31 and driver.py.orig:3"],
    ["names a line that is none", "driver.py:0 driver.py:123456789"],
  ])("has no line if the driver %s", (_what, text) => {
    expect(driverPlace("driver.py", [text])).toEqual({ file: "driver.py" });
  });

  test("is not known without the file of the driver", () => {
    expect(driverPlace(undefined, ["driver.py:31"])).toBeUndefined();
  });
});
