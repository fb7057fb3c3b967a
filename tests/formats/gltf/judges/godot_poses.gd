extends SceneTree
# Where Godot puts the bones, depth first, of the files in res://request.json, {name: times in seconds}: prints one line of JSON.

func _init():
	var file = File.new()
	file.open("res://request.json", File.READ)
	var request = JSON.parse(file.get_as_text()).result
	var answer = {}
	for name in request:
		answer[name] = _poses(load("res://" + name).instance(), request[name])
	print("POSES " + JSON.print(answer))
	quit()

func _poses(scene, times):
	get_root().add_child(scene)
	var player = _find(scene, "AnimationPlayer")
	var skeleton = _find(scene, "Skeleton")
	var poses = []
	player.play(player.get_animation_list()[0])
	for time in times:
		player.seek(time, true)
		var pose = []
		for bone in range(skeleton.get_bone_count()):
			var place = (skeleton.get_global_transform() * skeleton.get_bone_global_pose(bone)).origin
			# As text: JSON.print would keep six digits.
			pose.append(["%.9f" % place.x, "%.9f" % place.y, "%.9f" % place.z])
		poses.append(pose)
	return poses

func _find(node, kind):
	if node.get_class() == kind:
		return node
	for child in node.get_children():
		var found = _find(child, kind)
		if found:
			return found
	return null
