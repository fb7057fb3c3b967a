// Where three.js puts the nodes of a glTF file at given times: node three_poses.mjs THREE REQUEST
// THREE is the folder of the package; REQUEST a JSON file with {file, times, joints}; positions go to standard output.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [folder, request] = process.argv.slice(2)
const three = (path) => import(pathToFileURL(`${folder}/${path}`).href)
const { AnimationMixer, Vector3 } = await three('build/three.module.js')
const { GLTFLoader } = await three('examples/jsm/loaders/GLTFLoader.js')
const { file, times, joints } = JSON.parse(readFileSync(request, 'utf8'))

const bytes = readFileSync(file)
const gltf = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), '')
const nodes = await Promise.all(joints.map((joint) => gltf.parser.getDependency('node', joint)))
const mixer = new AnimationMixer(gltf.scene)
for (const clip of gltf.animations) {
  const action = mixer.clipAction(clip)
  action.clampWhenFinished = true
  action.setLoop(2200, 1) // LoopOnce
  action.play()
}
const poses = times.map((time) => {
  mixer.setTime(time)
  gltf.scene.updateMatrixWorld(true)
  return nodes.map((node) => new Vector3().setFromMatrixPosition(node.matrixWorld).toArray())
})
console.log(JSON.stringify(poses))
