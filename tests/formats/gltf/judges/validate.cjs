// The Khronos validator's errors, warnings and hints on each file named: node validate.cjs FILE …
const { readFileSync } = require('node:fs')
const validator = require('gltf-validator')

const validated = async (file) => {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), { maxIssues: 20 })
  const { numErrors, numWarnings, messages } = report.issues
  return { errors: numErrors, warnings: numWarnings, messages, joints: report.info.totalVertexCount }
}

Promise.all(process.argv.slice(2).map(validated)).then((found) => console.log(JSON.stringify(found)))
