import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/')({ component: Start })

function Start() {
  return <h1>Bureau</h1>
}
