import type { ReactNode } from 'react'

/** In the style of the Lucide icons: 24 px, stroke width 2. */
function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-5"
    >
      {children}
    </svg>
  )
}

export const InstagramIcon = () => (
  <Icon>
    <rect x="3" y="3" width="18" height="18" rx="5" />
    <circle cx="12" cy="12" r="4" />
    <path d="M17 7h.01" />
  </Icon>
)

export const TwitterIcon = () => (
  <Icon>
    <path d="M21.5 5.5c-.8.4-1.6.6-2.4.7a4.2 4.2 0 0 0-7.3 3.5A11 11 0 0 1 3.6 5.2a4.6 4.6 0 0 0 1.3 6c-.6 0-1.3-.2-1.9-.5 0 2 1.4 3.8 3.4 4.3-.6.2-1.2.2-1.9.1.6 1.7 2 2.8 3.9 2.9A9 9 0 0 1 2.5 19.5 12.5 12.5 0 0 0 21.5 5.5Z" />
  </Icon>
)

export const FacebookIcon = () => (
  <Icon>
    <path d="M17 3h-2.5A4.5 4.5 0 0 0 10 7.5V10H7v4h3v7h4v-7h3l1-4h-4V7.5a.8.8 0 0 1 .8-.8H17Z" />
  </Icon>
)
