import { expect, it } from 'vitest'
import { readSources } from './sources.ts'

/** Where it is said that something is wrong: the toast, what stands under a form's field or a picture's button. */
const TELLERS = [
  'apps/web/src/media/upload/picture-chooser.tsx',
  'apps/web/src/ui/dialogs/toast.tsx',
  'apps/web/src/ui/forms/form-field.tsx',
]
/** Who asks the toast to say something. */
const ASKING = [
  'apps/web/src/pages/account/password-panel.tsx',
  'apps/web/src/pages/sign-in/login-page.tsx',
  'apps/web/src/pages/sign-in/signup-page.tsx',
]
/** What they have it say, apart from what a call has answered. */
const SAID = ["'Some error occurred! Please try again'"]

const pages = readSources().filter(({ path }) => path.startsWith('apps/web/src/'))
const having = (pattern: RegExp) =>
  pages
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted()

it('nothing else tells a listener of errors than the toast and the fields of forms (ERR-17, READ-59)', () => {
  expect(having(/role="alert"|\btext-wrong\b|"assertive"|\balert\(/)).toEqual(TELLERS)
})

it('the toast says what signing in and up and another password answer, and one text of its own (ERR-05, ERR-17)', () => {
  expect(having(/\buseErrorToast\(\)/).filter(path => !TELLERS.includes(path))).toEqual(ASKING)
  const account = pages.filter(({ path }) =>
    /src\/account\/|src\/pages\/sign-in\/(login|signup)-page/.test(path),
  )
  const sentences = account.flatMap(({ text }) => text.match(/'[^'\n]*[!.?]?[^'\n]*rror[^'\n]*'/g) ?? [])
  expect([...new Set(sentences)].filter(text => text.includes(' '))).toEqual(SAID)
})
