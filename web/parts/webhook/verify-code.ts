/** Short forms of the samples in docs/webhooks.md. */
export const verifyCode = {
  node: `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: the bytes of the request as they came
function isFromBureau(secret, body, signature) {
  const hmac = createHmac('sha256', secret).update(body)
  const expected = Buffer.from(hmac.digest('hex'))
  const given = Buffer.from(signature)
  if (given.length !== expected.length) return false
  return timingSafeEqual(given, expected)
}

const signature = request.headers['x-service-signature']
isFromBureau(process.env.WEBHOOK_SECRET, body, signature)`,
  python: `import hashlib
import hmac
import os

# body: the bytes of the request as they came
def is_from_bureau(secret, body, signature):
    made = hmac.new(secret.encode(), body, hashlib.sha256)
    given = signature.encode()
    return hmac.compare_digest(made.hexdigest().encode(), given)

signature = request.headers["X-Service-Signature"]
is_from_bureau(os.environ["WEBHOOK_SECRET"], body, signature)`,
} as const
