/** Calls `begin` when the listener, who has denied notifications, allows them in the browser's settings. */
export function oncePermitted(begin: () => void): void {
  navigator.permissions?.query({ name: 'notifications' }).then(
    status => {
      status.onchange = () => {
        if (Notification.permission !== 'granted') return
        status.onchange = null
        begin()
      }
    },
    () => {},
  )
}
