/**
 * The inspector: one page that explains signatures and sends nothing. The page and its worker are the same script, so
 * that the file contains the engine only once.
 */

import { startPage } from "./page.ts";
import { serve } from "./worker.ts";

if (typeof document === "undefined") serve();
else startPage();
