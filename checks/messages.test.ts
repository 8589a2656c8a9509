import { expect, it } from 'vitest'
import { readSources } from './sources.ts'

/** Components that show errors: the toast, and messages below a form field or a picture button. */
const ERROR_COMPONENTS = [
  'apps/web/src/media/upload/picture-chooser.tsx',
  'apps/web/src/ui/dialogs/toast.tsx',
  'apps/web/src/ui/forms/form-field.tsx',
]
/** Components that use the toast. */
const TOAST_USERS = [
  'apps/web/src/account/keys/confirmation-dialog.tsx',
  'apps/web/src/pages/account/keys/email-section.tsx',
  'apps/web/src/pages/account/keys/passkeys-section.tsx',
  'apps/web/src/pages/account/keys/sessions-section.tsx',
  'apps/web/src/pages/account/keys/totp-section.tsx',
  'apps/web/src/pages/account/password-panel.tsx',
  'apps/web/src/pages/admin/collection/add-folder-dialog.tsx',
  'apps/web/src/pages/admin/collection/collection-page.tsx',
  'apps/web/src/pages/admin/collection/picture-dialog.tsx',
  'apps/web/src/pages/admin/jobs-page.tsx',
  'apps/web/src/pages/admin/people-page.tsx',
  'apps/web/src/pages/admin/service-settings-page.tsx',
  'apps/web/src/pages/set-up/set-up-page.tsx',
  'apps/web/src/pages/sign-in/forgot-password-page.tsx',
  'apps/web/src/pages/sign-in/login-page.tsx',
  'apps/web/src/pages/sign-in/reset-password-page.tsx',
  'apps/web/src/pages/sign-in/signup-page.tsx',
]
/** Texts that they show besides the errors of responses. */
const OWN_TEXTS = ["'Some error occurred! Please try again'"]

const sources = readSources()
const pages = sources.filter(({ path }) => path.startsWith('apps/web/src/'))
const findPages = (pattern: RegExp) =>
  pages
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted()

it('only the toast and form fields show errors (ERR-17, READ-59)', () => {
  expect(findPages(/role="alert"|\btext-wrong\b|"assertive"|\balert\(/)).toEqual(ERROR_COMPONENTS)
})

it('the toast shows errors of login, signup and password changes, and one text of its own (ERR-05, ERR-17)', () => {
  expect(findPages(/\buseErrorToast\(\)/).filter(path => !ERROR_COMPONENTS.includes(path))).toEqual(
    TOAST_USERS,
  )
  const account = sources.filter(({ path }) =>
    /web\/src\/account\/|src\/pages\/sign-in\/(login|signup)-page|messages\/src\/en\/(account|sign-in)/.test(
      path,
    ),
  )
  const texts = account.flatMap(({ text }) => text.match(/'[^'\n]*[!.?]?[^'\n]*rror[^'\n]*'/g) ?? [])
  expect([...new Set(texts)].filter(text => text.includes(' '))).toEqual(OWN_TEXTS)
})
