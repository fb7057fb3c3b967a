// What three.js' FBXLoader makes of a file: node three_child.mjs THREE FILE TIMES, world positions as JSON.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [ three, file, times ] = process.argv.slice( 2 );
const at = ( path ) => pathToFileURL( `${ three }/${ path }` ).href;
const THREE = await import( at( 'build/three.module.js' ) );
const { FBXLoader } = await import( at( 'examples/jsm/loaders/FBXLoader.js' ) );

const bytes = readFileSync( file );
const scene = new FBXLoader().parse( bytes.buffer.slice( bytes.byteOffset, bytes.byteOffset + bytes.byteLength ), '' );
const clip = scene.animations[ 0 ];
const mixer = new THREE.AnimationMixer( scene );
const action = mixer.clipAction( clip );
action.setLoop( THREE.LoopOnce );
action.clampWhenFinished = true; // at its end, a clip that repeats is at its start
action.play();
const rows = JSON.parse( times ).map( ( time ) => {

	mixer.setTime( time );
	scene.updateMatrixWorld( true );
	const row = {};
	scene.traverse( ( node ) => {

		if ( node.isBone ) row[ node.name ] = new THREE.Vector3().setFromMatrixPosition( node.matrixWorld ).toArray();

	} );
	return row;

} );
const meshes = [];
scene.traverse( ( node ) => {

	if ( node.isSkinnedMesh ) meshes.push( [ node.name, node.skeleton.bones.length, node.geometry.attributes.position.count ] );

} );
console.log( JSON.stringify( { name: clip.name, duration: clip.duration, rows, meshes } ) );
