import * as z from 'zod/mini'
import { textLimits } from '../limits.ts'

const atMost = (max: number) => z.maxLength(max, `String must contain at most ${max} character(s)`)

const email = z.email('Invalid Email Address!').check(atMost(textLimits.email.max))

const password = z
  .string()
  .check(
    z.minLength(
      textLimits.password.min,
      `Password must be at least ${textLimits.password.min} characters long!`,
    ),
    atMost(textLimits.password.max),
  )

const name = (label: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(
        textLimits.userName.min,
        `${label} must be at least ${textLimits.userName.min} characters long!`,
      ),
    )

export const loginForm = z.object({ email, password })

export const signupForm = z.object({
  name: name('Username').check(atMost(textLimits.userName.max)),
  email,
  password,
})

/** Its message begins with a small letter, unlike that of the signup form. */
export const usernameForm = z.object({ name: name('username').check(atMost(textLimits.userName.max)) })

const atLeast = (min: number) => z.minLength(min, `String must contain at least ${min} character(s)`)

const newPassword = z.string().check(atLeast(textLimits.password.min), atMost(textLimits.password.max))

export const passwordForm = z.object({
  currentPassword: z.string().check(atLeast(textLimits.password.min)),
  newPassword,
})

/** For accounts of the identity provider, which have no password yet. */
export const firstPasswordForm = z.object({ newPassword })

export const playlistForm = z.object({
  title: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Title is required!'),
      z.minLength(
        textLimits.playlistTitle.min,
        `Title must be at least ${textLimits.playlistTitle.min} characters long!`,
      ),
      atMost(textLimits.playlistTitle.max),
    ),
})

export const contactForm = z.object({
  name: name('Name'),
  message: z.string().check(z.trim(), z.minLength(1, 'Message cannot be empty!')),
})
