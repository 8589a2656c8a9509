import { formTexts } from '@refrain/messages/en/forms'
import * as z from 'zod/mini'
import { textLimits } from '../limits.ts'

const atMost = (max: number) => z.maxLength(max, { error: () => formTexts.atMost({ max }) })

const email = z.email({ error: () => formTexts.invalidEmail }).check(atMost(textLimits.email.max))

const password = z
  .string()
  .check(
    z.minLength(textLimits.password.min, { error: () => formTexts.passwordAtLeast(textLimits.password) }),
    atMost(textLimits.password.max),
  )

const name = (tooShort: (limits: { readonly min: number }) => string) =>
  z
    .string()
    .check(z.trim(), z.minLength(textLimits.userName.min, { error: () => tooShort(textLimits.userName) }))

export const loginForm = z.object({ email, password })

export const signupForm = z.object({
  name: name(limits => formTexts.signupNameAtLeast(limits)).check(atMost(textLimits.userName.max)),
  email,
  password,
})

/** A new account with a passkey. */
export const passkeySignupForm = z.pick(signupForm, { name: true, email: true })

/** Its message begins with a small letter, unlike that of the signup form. */
export const usernameForm = z.object({
  name: name(limits => formTexts.usernameAtLeast(limits)).check(atMost(textLimits.userName.max)),
})

const atLeast = (min: number) => z.minLength(min, { error: () => formTexts.atLeast({ min }) })

const newPassword = z.string().check(atLeast(textLimits.password.min), atMost(textLimits.password.max))

export const passwordForm = z.object({
  currentPassword: z.string().check(atLeast(textLimits.password.min)),
  newPassword,
})

/** For accounts of the identity provider, which have no password yet. */
export const firstPasswordForm = z.object({ newPassword })

export const passkeyNameForm = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: () => formTexts.nameRequired }),
      atMost(textLimits.passkeyName.max),
    ),
})

/** A code of an authenticator app, or a recovery code. */
export const codeForm = z.object({
  code: z.string().check(z.trim(), z.minLength(1, { error: () => formTexts.codeRequired })),
})

/** Asks for the password again. */
export const confirmForm = z.object({ password })

export const confirmWithCodeForm = z.extend(confirmForm, codeForm.shape)

export const emailForm = z.object({ email })

export const playlistForm = z.object({
  title: z.string().check(
    z.trim(),
    z.minLength(1, { error: () => formTexts.titleRequired }),
    z.minLength(textLimits.playlistTitle.min, {
      error: () => formTexts.titleAtLeast(textLimits.playlistTitle),
    }),
    atMost(textLimits.playlistTitle.max),
  ),
})

export const contactForm = z.object({
  name: name(limits => formTexts.nameAtLeast(limits)),
  message: z.string().check(z.trim(), z.minLength(1, { error: () => formTexts.messageRequired })),
})
