/** What to do if a test that compares with a recorded file fails, and the change is wanted. */
export const TO_RECORD = "npm run test:recorded -- --update writes the file; a review shows what is different in it";
